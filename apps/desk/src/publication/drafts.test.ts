import { expect, it } from 'vitest'
import { draftFaults, inserted, marked } from './drafts.ts'

it('says what keeps a draft from being saved', () => {
  const draft = { title: 'A', summary: '', content: 'b' }
  expect(draftFaults(draft)).toEqual({ fault: null, unsafe: [] })
  expect(draftFaults({ ...draft, title: ' ' }).fault).toBe('title')
  expect(draftFaults({ ...draft, content: '\n' }).fault).toBe('content')
  expect(draftFaults({ ...draft, content: 'a '.repeat(40_000) }).fault).toBe('long')
  const unsafe = draftFaults({ ...draft, content: '<b>x</b> [y](javascript:z)' })
  expect(unsafe.fault).toBe('unsafe')
  expect(unsafe.unsafe.map(({ kind }) => kind)).toEqual(['html', 'html', 'link'])
})

it('sets marks around what is selected', () => {
  expect(marked('one two', 4, 7, 'bold')).toEqual({ text: 'one **two**', from: 6, to: 9 })
  expect(marked('one two', 4, 7, 'italic').text).toBe('one *two*')
  expect(marked('one two', 4, 7, 'link').text).toBe('one [two](https://)')
  expect(marked('a\nb', 3, 3, 'heading')).toEqual({ text: 'a\n## b', from: 6, to: 6 })
  expect(marked('a', 0, 1, 'list').text).toBe('- a')
})

it('puts an image on a line of its own', () => {
  expect(inserted('', 0, '![x](/y)')).toBe('![x](/y)\n\n')
  expect(inserted('one\ntwo', 3, '![x](/y)')).toBe('one\n\n![x](/y)\n\ntwo')
})
