import { canonicalAddress } from '@truemark/payee/address'
import { addressForms } from '@truemark/payee/addressForm'
import { isSignedByAddress } from '@truemark/payee/addressSignature'
import { formatDecimal, parseAmount } from '@truemark/core/money/decimal'
import { addressFault } from '@truemark/payee/payeeFault'
import { assetSignWithinMs, assetText, readAssetText } from '@truemark/protocol/evidence/assetStatement'
import { type AssetPlace, assetPlacesMax, assetRoutes as routes } from '@truemark/protocol/routes/assets'
import { line } from '@truemark/protocol/values'
import * as z from 'zod/mini'
import { type AuditRow, type Plan, appendAudit, entriesOf } from '../operator/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { SigningKeys } from '../platform/keys/signing.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { findNetworks } from '../wallet/door.ts'
import { formOf } from './assetSignature.ts'
import { findEpochs } from './liabilities.store.ts'
import type { TransparencyPorts } from './ports.ts'

/** The newest proofs of what is owed that are tried for a signature. */
const proofsTried = 50
const change = ' → '

const payload = z.object({
  currency: z.string(),
  network: z.string(),
  form: z.nullable(z.enum(addressForms)),
  place: z.string(),
  amount: z.nullable(z.string()),
  /** What its key signed, and the signature. */
  signed: z.nullable(z.object({ text: z.string(), signature: z.string() })),
})
type Payload = z.infer<typeof payload>

/** The first public key of the proofs of what is owed: what an installation is told by, for good. */
export function installationOf(signing: Pick<SigningKeys, 'spans'>): string {
  return signing.spans('liabilities')[0]?.key ?? ''
}

/** Binds where the assets of customers lie: the public list, and what two people state of it. */
export function bindAssets(gateway: Gateway, ports: TransparencyPorts): void {
  const { database, proposals, signing } = ports
  gateway.bind(routes.assetsPublic, async () =>
    done({ installation: installationOf(signing), places: await findPlaces(database) }),
  )
  proposals.define('asset', {
    access: 'desk_wallet_write',
    strict: true,
    payload,
    plan: (stated) => planOf(ports, stated),
    within: async (client, stated, { actor, reason }) => {
      const planned = await planOf(ports, stated, client)
      if (!planned.ok) return planned
      await appendAudit(client, { actor, action: 'asset_stated', ...planned.data, reason })
      return done(null)
    },
  })
  gateway.bind(routes.deskAssetState, async ({ caller, body }) => {
    const read = await readPlace(ports, body)
    if (!read.ok) return read
    const signed = await signatureOf(ports, read.data, body.signature)
    return signed.ok ? proposals.ask(caller, 'asset', { ...read.data, signed: signed.data }, body.reason) : signed
  })
}

type Body = Pick<z.infer<typeof routes.deskAssetState.body>, 'currency' | 'network' | 'place' | 'amount'>

async function readPlace(
  { catalogue, database }: TransparencyPorts,
  { currency: code, network, place: typed, amount: text }: Body,
): Promise<Outcome<Omit<Payload, 'signed'>>> {
  const currency = catalogue.currencyByCode(code)
  if (currency === undefined) return refused('currency_unknown')
  const units = text === null ? null : parseAmount(text, currency.scale)
  if (text !== null && units === null) return refused('field_malformed', { field: 'amount' })
  if (units === 0n) return refused('amount_invalid')
  const amount = units === null ? null : formatDecimal(units, currency.scale)
  if (network === null) {
    const place = z.safeParse(line(2, 80), typed.trim())
    if (!place.success || place.data.includes(change.trim())) return refused('field_malformed', { field: 'place' })
    return done({ currency: code, network: '', form: null, place: place.data, amount })
  }
  const known = (await findNetworks(database)).find((one) => one.currency === code && one.network === network)
  if (known === undefined) return refused('field_malformed', { field: 'network' })
  const place = canonicalAddress(known.form, typed)
  const fault = addressFault(known.form, place)
  return fault === null ? done({ currency: code, network, form: known.form, place, amount }) : refused(fault)
}

/** The proof of what is owed that a signature names; null where none was given. */
async function signatureOf(
  { database, now, signing }: TransparencyPorts,
  { amount, currency, form, network, place }: Omit<Payload, 'signed'>,
  given: string | null,
): Promise<Outcome<Payload['signed']>> {
  if (given === null || amount === null) return done(null)
  if (form === null) return refused('asset_signature_wrong')
  const signature = given.trim()
  const installation = installationOf(signing)
  const proofs = (await findEpochs(database, null, proofsTried)).filter(({ time }) => now() - time <= assetSignWithinMs)
  for (const { epoch, digest: bytes } of proofs) {
    const digest = bytes.toString('hex')
    const text = assetText({ installation, epoch, digest, currency, network, place, amount })
    if (isSignedByAddress(form, place, text, signature)) return done({ text, signature })
  }
  return refused('asset_signature_wrong')
}

/** What a statement would change now. */
async function planOf(
  { database }: Pick<TransparencyPorts, 'database'>,
  { amount, currency, form, network, place, signed }: Payload,
  client: Queryable = database,
): Promise<Outcome<Plan>> {
  const stated = await findStatedAssets(client)
  const held = stated.filter(({ detail }) => heldOf(detail) !== null)
  const own = held.find(
    (one) => one.subject === currency && one.detail['network'] === network && one.detail['place'] === place,
  )
  const before = own === undefined ? null : heldOf(own.detail)
  if (amount === null && before === null) return refused('asset_unknown')
  if (before === null && held.length >= assetPlacesMax) return refused('assets_full', { max: String(assetPlacesMax) })
  const detail = {
    network,
    ...(form === null ? {} : { form }),
    place,
    amount: before === null || before === amount ? (amount ?? '') : `${before}${change}${amount ?? '0'}`,
    ...(signed === null ? {} : { signed_text: signed.text, signature: signed.signature }),
  }
  return done({ subject: currency, detail })
}

/** The last entry of each place where assets were ever stated, by currency, network and place. */
async function findStatedAssets(client: Queryable): Promise<AuditRow[]> {
  const stated = await entriesOf(client, ['asset_stated'])
  const last = new Map(
    stated.map((entry) => [`${entry.subject}\n${entry.detail['network']}\n${entry.detail['place']}`, entry]),
  )
  return [...last].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry)
}

/** The amount that an entry says is held; null where it is no longer. */
function heldOf(detail: Readonly<Record<string, string>>): string | null {
  const text = (detail['amount'] ?? '').split(change).at(-1) ?? ''
  return text === '' || text === '0' ? null : text
}

async function findPlaces(database: Queryable): Promise<AssetPlace[]> {
  const proofs = new Map((await findEpochs(database, null, 100_000)).map(({ epoch, time }) => [epoch, time]))
  return (await findStatedAssets(database)).flatMap(({ subject: currency, detail, id: entry, time }): AssetPlace[] => {
    const amount = heldOf(detail)
    if (amount === null) return []
    const { network = '', place = '', signature, signed_text: text = '' } = detail
    const own = { currency, network, form: formOf(detail['form']), place, amount, time, entry }
    const named = readAssetText(text)
    if (signature === undefined || named === null) return [{ ...own, signature: null }]
    const { digest, epoch } = named
    return [{ ...own, signature: { text, signature, epoch, digest, proof_time: proofs.get(epoch) ?? 0 } }]
  })
}
