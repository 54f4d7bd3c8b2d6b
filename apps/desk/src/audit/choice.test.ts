import { expect, it } from 'vitest'
import { auditQuery, readAuditChoice } from './choice.ts'

it('reads a choice out of an address and leaves out what is malformed', () => {
  const search = { actor: 'ada', action: 'user_read', from: '2026-03-01', to: 'yesterday' }
  expect(readAuditChoice(search)).toEqual({ actor: 'ada', action: 'user_read', from: '2026-03-01' })
  expect(readAuditChoice({ actor: 7, from: 20260301 })).toEqual({})
})

it('asks for whole days, the last one included', () => {
  expect(auditQuery({ actor: ' ada ', from: '2026-03-01', to: '2026-03-01' }, 'UTC')).toEqual({
    actor: 'ada',
    from: String(Date.UTC(2026, 2, 1)),
    to: String(Date.UTC(2026, 2, 2)),
  })
  expect(auditQuery({}, 'UTC')).toEqual({})
})
