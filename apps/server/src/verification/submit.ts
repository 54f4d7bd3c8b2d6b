import type { Reason } from '@truemark/protocol/errors'
import type { RealNameStanding, verificationRoutes } from '@truemark/protocol/routes/verification'
import { isCountry, readPhone } from '@truemark/payee/phone'
import { ageMin, advancedFaults, primaryFaults, readRealName } from '@truemark/protocol/verification'
import { client as constants } from '@truemark/protocol/client'
import { personById, setRealName, tellStanding } from '../identity/door.ts'
import { type Call, type Outcome, done, refused } from '../platform/http/call.ts'
import { findServiceTerms } from '../operator/door.ts'
import type { VerificationPorts } from './ports.ts'
import { type Fields, numberHash, sealFields } from './sealed.ts'
import { ownerOf, standingOf } from './standing.ts'
import { type VerificationRow, findOfUser, insertVerification } from './store.ts'

type Submission = Call<(typeof verificationRoutes)['realNameSubmit'] | (typeof verificationRoutes)['realNameResubmit']>

const figures: Partial<Record<Reason, Readonly<Record<string, string>>>> = {
  name_invalid: { max: String(constants.nameLengthMax) },
  age_too_low: { min: String(ageMin) },
}

/** Why a level cannot be submitted as things stand, or null. `again` says that one was rejected before. */
function stateRefusal(rows: readonly VerificationRow[], { body }: Submission, again: boolean): Reason | null {
  const last = rows.find(({ level }) => level === body.level)
  if (last?.state === 'pending') return 'real_name_pending'
  if (last?.state === 'approved') return 'verification_approved'
  if (again && last === undefined) return 'real_name_missing'
  if (!again && last !== undefined) return 'real_name_rejected'
  const primary = rows.find(({ level }) => level === 'primary')
  return body.level === 'advanced' && primary?.state !== 'approved' ? 'primary_needed' : null
}

type Read = { readonly ok: true; readonly fields: Fields } | { readonly ok: false; readonly reason: Reason }

function readPrimary({ body, files }: Submission, today: number): Read {
  const [reason] = Object.values(primaryFaults(body, files.length, today))
  if (reason !== undefined) return { ok: false, reason }
  const country = body.country.trim().toUpperCase()
  if (!isCountry(country)) return { ok: false, reason: 'country_unknown' }
  const { realName, document_number, birth_date } = body
  return {
    ok: true,
    fields: {
      realName: readRealName(realName) ?? '',
      document_number: document_number.trim(),
      birth_date: birth_date.trim(),
      country,
    },
  }
}

function readAdvanced({ body }: Submission, country: string): Read {
  const [reason] = Object.values(advancedFaults(body))
  if (reason !== undefined) return { ok: false, reason }
  const phone = readPhone(body.relative_phone, country)
  if (phone === null) return { ok: false, reason: 'phone_invalid' }
  const { home_address, work_address } = body
  return {
    ok: true,
    fields: { home_address: home_address.trim(), work_address: work_address.trim(), relative_phone: phone },
  }
}

/**
 * Takes a level's form. What can be told from the state and the text is told before an image is read, which costs more
 * than all the rest; of two that come at once the table takes one.
 */
export async function submit(
  ports: VerificationPorts,
  call: Submission,
  again: boolean,
): Promise<Outcome<RealNameStanding>> {
  const { database, now, sealing, tokens } = ports
  const { caller, body } = call
  const { userId } = caller
  const { level } = body
  const state = stateRefusal(await findOfUser(database, userId), call, again)
  if (state !== null) return refused(state)
  const person = await personById(database, userId)
  if (person === null) return refused('login_required')
  const read = level === 'primary' ? readPrimary(call, now()) : readAdvanced(call, person.country)
  if (!read.ok) return refused(read.reason, figures[read.reason])
  const photos = level === 'primary' ? await keepPhotos(ports, call) : noPhotos
  if (!photos.ok) return refused(photos.reason)
  const { fields } = read
  const { country = '', document_number: number } = fields
  const hash = number === undefined ? null : numberHash(tokens.newest, country, number)
  const sealed = sealFields(sealing, ownerOf(userId, level), fields)
  const [front = null, back = null] = photos.ids
  const isKept = await database.transaction(async (client) => {
    const { identity_hours: hours } = await findServiceTerms(client)
    const fresh = { userId, level, sealed, numberHash: hash, front, back, hours }
    if (!(await insertVerification(client, fresh))) return false
    for (const id of photos.ids) await ports.vault.use(client, id, 'identity')
    await setRealName(client, userId, { level, state: 'pending', country: null })
    return true
  })
  if (!isKept) {
    await dropPhotos(ports, photos.ids)
    return refused('real_name_pending')
  }
  await tell(ports, userId)
  return done(await standingOf(ports, await findOfUser(database, userId)))
}

/** Tells the engine at once; where it does not answer, it is told again in a minute. */
export async function tell(ports: VerificationPorts, userId: number): Promise<void> {
  await tellStanding(ports, userId).catch((error: unknown) => {
    ports.logger.warn({ err: error }, 'a standing waits to be told')
  })
}

type Photos = { readonly ok: true; readonly ids: readonly number[] } | { readonly ok: false; readonly reason: Reason }

const noPhotos: Photos = { ok: true, ids: [] }

// both or none: a front without its back is no document
async function keepPhotos(ports: VerificationPorts, { caller, files }: Submission): Promise<Photos> {
  const ids: number[] = []
  for (const { bytes } of files) {
    const kept = await ports.vault.keepImage(bytes, caller, 'identity').catch((error: unknown) => {
      ports.logger.warn({ err: error }, 'a document was not kept')
      return { ok: false, reason: 'document_upload_failed' } as const
    })
    if (!kept.ok) {
      await dropPhotos(ports, ids)
      return kept
    }
    ids.push(kept.id)
  }
  return { ok: true, ids }
}

async function dropPhotos({ vault }: VerificationPorts, ids: readonly number[]): Promise<void> {
  for (const id of ids) await vault.drop(id)
}
