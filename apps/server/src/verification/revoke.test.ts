import { deskProposalRoutes as proposals } from '@truemark/protocol/routes/deskProposals'
import { deskVerificationRoutes as desk } from '@truemark/protocol/routes/deskVerification'
import { verificationRoutes as routes } from '@truemark/protocol/routes/verification'
import { spotRoutes } from '@truemark/protocol/routes/spot'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { house } from '../engine/door.ts'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator, signUp } from '../testing/people.ts'
import { sentMessages } from '../testing/outbox.ts'

let server: LiveServer
let rita = ''
let rob = ''
let tess = ''

beforeAll(async () => {
  server = await startLiveServer({ singleOperator: false })
  rita = await makeOperator(server, 'reviewer', 'Rita')
  rob = await makeOperator(server, 'reviewer', 'Rob')
  tess = await makeOperator(server, 'treasurer', 'Tess')
})
afterAll(() => server.stop())

async function formOf(): Promise<FormData> {
  const photo = await sharp({ create: { width: 64, height: 40, channels: 3, background: '#456' } })
    .png()
    .toBuffer()
  const form = new FormData()
  const fields = { level: 'primary', realName: 'Ann Example', document_number: 'X-1', birth_date: '1990-02-28' }
  for (const [name, value] of Object.entries({ ...fields, country: 'FR' })) form.set(name, value)
  for (const name of ['a.png', 'b.png']) form.append('document', new Blob([Uint8Array.from(photo)]), name)
  return form
}

async function mailsTo(email: string) {
  const sent = await sentMessages(server, `recipient = $1 AND template LIKE 'verification%'`, [email])
  return sent.map(({ template, locale, params }) => ({ template, locale, params }))
}

describe('an approved level', () => {
  it('is taken back by two reviewers, told by mail with its reasons, and can be submitted again', async () => {
    const email = 'ann@example.com'
    const token = await signUp(server, email, '+33612347001')
    await server.database.query(`UPDATE app_user SET lang = 'fre' WHERE email = $1`, [email])
    await server.ok(routes.realNameSubmit, { token, form: await formOf() })
    const [waiting] = (await server.ok(desk.deskVerifications, { token: rita })).items
    const params = { id: waiting?.id ?? '' }
    await server.ok(desk.deskVerificationApprove, { token: rita, params, body: { note: 'all there' } })
    const fault = { field: 'front', reason: 'expired', note: 'depuis mars' } as const
    const body = { faults: [fault], reason: 'found in the yearly check' }
    expect((await server.call(desk.deskVerificationRevoke, { token: rita, params, body })).reason).toBe(
      'approval_pending',
    )
    expect((await server.ok(routes.realNameRead, { token })).primary.state).toBe('approved')
    // it is no matter of the treasurer's
    expect((await server.ok(proposals.deskProposals, { token: tess })).items).toEqual([])
    const [asked] = (await server.ok(proposals.deskProposals, { token: rob })).items
    if (asked === undefined) throw new Error('nothing waits')
    expect(asked).toMatchObject({ kind: 'verification_revoke', detail: { level: 'primary', front: 'expired' } })
    const decide = (by: string) =>
      server.call(proposals.deskProposalDecide, {
        token: by,
        params: { id: asked.id },
        body: { approve: true, digest: asked.digest, reason: 'it has expired' },
      })
    expect((await decide(rita)).reason).toBe('second_person_needed')
    expect((await decide(tess)).reason).toBe('permission_insufficient')
    expect((await decide(rob)).data?.proposal.state).toBe('applied')
    const { primary } = await server.ok(routes.realNameRead, { token })
    expect(primary).toMatchObject({ state: 'rejected', revoked: true, faults: [fault] })
    const spot = { type: 'switchProduct', country: 'FR', product: 'spot', on: true } as const
    await server.engine.exchange.command(house, spot)
    const order = { symbol: 'BTCUSDT', side: 'buy', type: 'market', amount: '20' } as const
    const refused = await server.call(spotRoutes.spotOrderPlace, { token, key: keyNow(), body: order })
    expect(refused.code).toBe(13117)
    const mails = await mailsTo(email)
    expect(mails.map(({ template, locale }) => `${template} ${locale}`)).toEqual([
      'verificationApproved fre',
      'verificationRevoked fre',
    ])
    expect(mails[1]?.params['lines']).toBe('Recto du document: Le document a expiré. depuis mars')
    await server.ok(routes.realNameResubmit, { token, form: await formOf() })
    expect((await server.call(desk.deskVerificationRevoke, { token: rita, params, body })).reason).toBe(
      'verification_not_approved',
    )
  })
})
