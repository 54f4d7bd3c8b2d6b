import type { deskInviteCodeMake } from '@truemark/protocol/routes/deskSettings'
import type { BodyOf } from '@truemark/protocol/routes/route'

/** What the form of a new code holds, as typed. */
export interface InviteForm {
  readonly code: string
  readonly note: string
  readonly usesMax: string
}

export type InviteFault = 'inviteCode' | 'tooLong' | 'uses'

/** The call's body of a form: an empty code is drawn at random, an empty bound is none. */
export function inviteBody({ code, note, usesMax }: InviteForm): BodyOf<typeof deskInviteCodeMake> {
  const wanted = code.trim()
  const most = usesMax.trim()
  return {
    ...(wanted === '' ? {} : { code: wanted }),
    note: note.trim(),
    uses_max: most === '' ? null : Number(most),
  }
}

/** What is wrong with the form, by field; nothing when it can be sent. */
export function inviteFaults(form: InviteForm): Partial<Record<keyof InviteForm, InviteFault>> {
  const code = form.code.trim()
  const most = form.usesMax.trim()
  const uses = most === '' || (/^[1-9][0-9]{0,6}$/.test(most) && Number(most) <= 1_000_000)
  return {
    ...(code === '' || /^[A-Za-z0-9]{4,32}$/.test(code) ? {} : { code: 'inviteCode' as const }),
    ...(form.note.trim().length <= 200 ? {} : { note: 'tooLong' as const }),
    ...(uses ? {} : { usesMax: 'uses' as const }),
  }
}
