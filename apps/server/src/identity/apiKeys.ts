import { randomBytes } from 'node:crypto'
import { type ApiKey, apiKeyRoutes as routes, apiKeysMax } from '@truemark/protocol/routes/apiKeys'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { type KeyRow, endKey, insertKey, keyName, keysOf, readAddress, readPublicKey } from '../apiKey/door.ts'
import { type Call, type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { PublicIds } from '../platform/publicId.ts'
import type { IdentityPorts } from './identity.ts'
import { ensureHolder } from './holders.ts'
import { personById } from './store.ts'

const secretBytes = 32

/** Binds the keys by which a person's programs call. */
export function bindApiKeys(gateway: Gateway, ports: IdentityPorts): void {
  const { database, ids } = ports
  gateway.bind(routes.apiKeys, async ({ caller }) => {
    const rows = await keysOf(database, caller.userId)
    return done({ items: rows.map((row) => keyShape(ids, row)), max: apiKeysMax })
  })
  gateway.bind(routes.apiKeyMake, (call) => makeKey(ports, call))
  gateway.bind(routes.apiKeyEnd, async ({ caller, params, origin }) => {
    const id = ids.read('apiKey', params.id)
    const label = id === null ? null : await endKey(database, caller.userId, id)
    if (id === null || label === null) return refused('api_key_unknown')
    ports.sessionsEnded([keyName(id)])
    await ports.alerts.securityChanged(caller.userId, { change: 'key_ended', detail: label }, origin())
    return done(null)
  })
}

function keyShape(ids: PublicIds, row: KeyRow): ApiKey {
  const { label, kind, realm, trades, addresses } = row
  return {
    id: ids.write('apiKey', row.id),
    label,
    kind,
    scope: trades ? 'trade' : 'read',
    realm,
    addresses: [...addresses],
    expires: row.expiresAt,
    created: row.createdAt,
    last_used: row.usedAt,
    last_from: row.usedFrom ?? '',
  }
}

type MakeCall = Call<typeof routes.apiKeyMake>

/** What a key is to be made of, or why it cannot be. */
function readAsked(body: MakeCall['body'], now: number) {
  const label = body.label.trim()
  if (label === '' || (body.expires !== null && body.expires <= now)) return refused('field_malformed')
  const publicKey = body.kind === 'ed25519' ? readPublicKey(body.public_key) : null
  if (body.kind === 'ed25519' && publicKey === null) return refused('api_public_key_invalid')
  const addresses: string[] = []
  for (const text of body.addresses) {
    const address = readAddress(text)
    if (address === null) return refused('api_address_invalid', { address: text.trim() })
    if (!addresses.includes(address)) addresses.push(address)
  }
  return { ok: true as const, label, publicKey, addresses }
}

/** Makes a key by a step-up: what it is made of is looked at first, so that no proof is used up for nothing. */
async function makeKey(ports: IdentityPorts, call: MakeCall): Promise<Outcome<AnswerOf<typeof routes.apiKeyMake>>> {
  const { database, ids, sealing, stepUp } = ports
  const { caller, body } = call
  const asked = readAsked(body, ports.now())
  if (!asked.ok) return asked
  const person = await personById(database, caller.userId)
  if (person === null) return refused('login_required')
  const proved = await stepUp.prove(call, body)
  if (!proved.ok) return refused(proved.reason, proved.params)
  await ensureHolder(ports, person, body.realm)
  const { label, publicKey, addresses } = asked
  const { kind, realm, scope, expires } = body
  const secret = kind === 'hmac' ? randomBytes(secretBytes) : null
  const row = await database.transaction(async (client) => {
    if (!(await proved.stands(client))) return 'login_required'
    return insertKey(client, caller.userId, {
      realm,
      label,
      kind,
      addresses,
      publicKey,
      trades: scope === 'trade',
      expiresAt: expires,
      sealed: (id) => (secret === null ? null : sealing.seal('api key', String(id), secret)),
    })
  })
  if (row === 'login_required') return refused(row)
  if (row === null) {
    await proved.giveBack()
    return refused('api_keys_too_many', { max: String(apiKeysMax) })
  }
  await ports.alerts.securityChanged(caller.userId, { change: 'key_made', detail: label }, call.origin())
  return done({ key: keyShape(ids, row), secret: secret?.toString('base64') ?? null })
}
