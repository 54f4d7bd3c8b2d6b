import { describe, expect, it } from 'vitest'
import { readEnvelope, readRefusal } from './envelope.ts'

describe('readEnvelope', () => {
  it('reads code, data and message, and data that is not there as none', () => {
    expect(readEnvelope({ code: 200, data: [1], message: '', receipt: {} })).toEqual({
      code: 200,
      data: [1],
      message: '',
    })
    expect(readEnvelope({ code: 500, message: 'x' })).toEqual({ code: 500, data: undefined, message: 'x' })
  })

  it.each([null, 'text', [], {}, { code: '200', message: '' }, { code: 1.5, message: '' }, { code: 200, message: 1 }])(
    'refuses %j',
    (body) => expect(readEnvelope(body)).toBeNull(),
  )
})

describe('readRefusal', () => {
  it('reads reason and figures', () => {
    expect(readRefusal({ reason: 'x', params: { max: '1' } })).toEqual({ reason: 'x', params: { max: '1' } })
  })

  it.each([null, {}, { reason: 'x' }, { reason: 1, params: {} }, { reason: 'x', params: { max: 1 } }])(
    'refuses %j',
    (data) => expect(readRefusal(data)).toBeNull(),
  )
})
