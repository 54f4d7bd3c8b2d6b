import { expect, it } from 'vitest'
import { acceptedTags } from './acceptedTags.ts'

it.each([
  ['de, fr;q=0.8, ja;q=0.9', ['de', 'ja', 'fr']],
  ['fr;q=0.5,zh-TW', ['zh-TW', 'fr']],
  ['th ; q=0.3 , vi', ['vi', 'th']],
  ['es;q=0, ko', ['ko']],
  ['*, en;q=x, <script>', []],
  ['', []],
  [undefined, []],
])('of %j it reads %j', (header, tags) => {
  expect(acceptedTags(header)).toEqual(tags)
})
