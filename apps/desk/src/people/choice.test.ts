import { expect, it } from 'vitest'
import { peopleQuery, readPeopleChoice } from './choice.ts'

it('reads a choice out of an address and leaves out what is malformed', () => {
  expect(readPeopleChoice({ search: 'ada', realm: 'demo', disabled: 'true' })).toEqual({
    search: 'ada',
    realm: 'demo',
    disabled: 'true',
  })
  expect(readPeopleChoice({ search: 12, realm: 'moon', disabled: true, other: 'x' })).toEqual({})
  expect(readPeopleChoice({ search: '' })).toEqual({})
})

it('asks for no empty search', () => {
  expect(peopleQuery({ search: '  ' })).toEqual({})
  expect(peopleQuery({ search: ' a@b.c ', realm: 'real' })).toEqual({ search: 'a@b.c', realm: 'real' })
})
