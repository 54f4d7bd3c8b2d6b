import { describe, expect, it } from 'vitest'
import { deskInviteCodeMake } from '@truemark/protocol/routes/deskSettings'
import { inviteBody, inviteFaults } from './inviteForm.ts'

describe('the form of an invite code', () => {
  it('draws a code and sets no bound where none is given', () => {
    const body = inviteBody({ code: ' ', note: ' for the fair ', usesMax: '' })
    expect(body).toEqual({ note: 'for the fair', uses_max: null })
    expect(deskInviteCodeMake.body.safeParse(body).success).toBe(true)
  })

  it('sends what is given', () => {
    expect(inviteBody({ code: 'SPRING26', note: '', usesMax: '50' })).toEqual({
      code: 'SPRING26',
      note: '',
      uses_max: 50,
    })
  })

  it.each(['abc', 'with space', 'ümlaut', 'x'.repeat(33)])('refuses the code %s', (code) => {
    expect(inviteFaults({ code, note: '', usesMax: '' })).toEqual({ code: 'inviteCode' })
  })

  it.each(['0', '-1', '1.5', '1000001', 'ten'])('refuses %s as a bound', (usesMax) => {
    expect(inviteFaults({ code: '', note: '', usesMax })).toEqual({ usesMax: 'uses' })
  })
})
