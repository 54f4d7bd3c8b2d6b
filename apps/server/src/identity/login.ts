import { readPhone } from '@truemark/payee/phone'
import { readEmail } from '@truemark/protocol/email'
import type { LoginAnswer, UserInfo } from '@truemark/protocol/routes/identity'
import { type Product, perProduct, wealthProducts } from '@truemark/core/capability/products'
import { parseLocaleId } from '@truemark/protocol/locale'
import type { Reason } from '@truemark/protocol/errors'
import type { Realm } from '@truemark/protocol/values'
import { house } from '../engine/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Caller } from '../platform/http/session.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { holdEntered } from './entrances.ts'
import { ensureHolder } from './holders.ts'
import { holdsSomething } from './holding.ts'
import type { IdentityPorts } from './identity.ts'
import { provenAddress } from './proven.ts'
import { loginFactorRefusal } from './secondFactor.ts'
import { blurred, newToken, passwordMatches, tokenHash } from './secrets.ts'
import { insertSession } from './sessions.store.ts'
import { favouritesOf, heldPerson, insertGuest, type Person, personByProven, personById } from './store.ts'
import { hasTotp } from './totp.store.ts'
import { clearFailures, isKnownNetwork, noteFailure, noteNetwork, takeTry, waitSeconds } from './tries.store.ts'

/** From where a person signs in. */
export interface Door {
  readonly address: string
  readonly userAgent: string
  /** Where this server is reached. */
  readonly origin: () => string
}

// the address that an account is named by, in the one form that it is kept in; null where it is none
function addressOf(account: string): string | null {
  return account.includes('@') ? readEmail(account) : readPhone(account, '')
}

/** The wrong tries within an hour, from anywhere, after which strangers to the account have to wait. */
const accountTriesFree = 100

/**
 * Signs in by the proven email or phone and the password: an address that was only typed names nobody. Unknown accounts
 * and wrong passwords are answered alike and as slowly. Five
 * wrong tries from one address at one account make the next ones wait; many from everywhere make those wait that come
 * from a network from which the account was never signed in to. Neither keeps out whom they are not from.
 */
export async function login(
  ports: IdentityPorts,
  body: { account: string; password: string; totp?: string | undefined },
  door: Door,
): Promise<Outcome<LoginAnswer>> {
  const entered = await personByPassword(ports, body, door)
  if (!entered.ok) return entered
  const second = await loginFactorRefusal(ports, entered.data.id, body.totp ?? '')
  if (second !== null) return second
  const { closed, passwordHash } = entered.data
  // the password may have been changed, or the account frozen, since it was looked at
  const stands = async (_client: Queryable, held: Person): Promise<boolean> =>
    held.passwordHash === passwordHash && held.closed === closed
  return openSession(ports, entered.data, { door, stands, otherwise: 'password_wrong' })
}

/** The person whose account and password these are, and who may come in; what they answer besides is still to be asked. */
export async function personByPassword(
  ports: IdentityPorts,
  body: { readonly account: string; readonly password: string },
  door: Door,
): Promise<Outcome<Person>> {
  const { database, secret } = ports
  const account = body.account.trim()
  if (account === '' || body.password === '') return refused('information_incomplete')
  const address = addressOf(account)
  // by what the account is and not how it was written: a phone has many spellings
  const name = (address ?? account.normalize('NFKC')).toLowerCase()
  const tries = blurred(secret, `${door.address} ${name}`)
  const allTries = blurred(secret, `account ${name}`)
  const network = blurred(secret, `network ${door.address}`)
  const person = address === null ? null : await personByProven(database, address)
  const known = await isKnownNetwork(database, person?.id ?? 0, network)
  const guessed = known ? 0 : await waitSeconds(database, allTries, accountTriesFree)
  const wait = guessed > 0 ? guessed : await takeTry(database, tries)
  if (wait > 0) return refused('rate_limited', { seconds: String(wait) })
  const asking = { by: known ? 'known' : 'stranger', network: door.address } as const
  if (!(await passwordMatches(person?.passwordHash ?? null, body.password, asking)) || person === null) {
    await noteFailure(database, allTries)
    return refused('password_wrong')
  }
  await clearFailures(database, tries)
  return (await isShutOut(ports, person)) ? refused('user_disabled') : done(person)
}

/** Whether a disabled person has nothing left to come for: whoever still holds something gets in, and takes it out. */
export async function isShutOut({ exchange }: IdentityPorts, { disabled, realHolder }: Person): Promise<boolean> {
  return disabled && (realHolder === null || !(await holdsSomething(exchange, realHolder)))
}

/** How somebody comes in who has proved who they are. */
export interface Entering {
  readonly door: Door
  /** Whether what was proved is so still, asked in the transaction that begins the session, with the person held. */
  readonly stands: (client: Queryable, held: Person) => Promise<boolean>
  /** What they are told where it is not. */
  readonly otherwise: Reason
}

/** Signs in a person who has proved who they are, and tells them where they want to be told. */
export async function openSession(
  ports: IdentityPorts,
  person: Person,
  entering: Entering,
): Promise<Outcome<LoginAnswer>> {
  const { door } = entering
  const opened = await open(ports, person, 'real', { ...entering, from: null })
  if (!opened.ok) return opened
  await noteNetwork(ports.database, person.id, blurred(ports.secret, `network ${door.address}`))
  await ports.alerts.loggedIn(person, deviceOf(door.userAgent), door.origin())
  return opened
}

/**
 * Begins a session, out of another one or none: the token is shown once and kept as its hash. What was proved before is held
 * against the person once more as it begins, so that no sign-in under way outlives what ends all sessions.
 */
async function open(
  ports: IdentityPorts,
  person: Person,
  realm: Realm,
  { door, stands, otherwise, from }: Entering & { readonly from: number | null },
): Promise<Outcome<LoginAnswer>> {
  await ensureHolder(ports, person, realm)
  const token = newToken()
  const device = deviceOf(door.userAgent)
  const isIn = await ports.database.transaction(async (client) => {
    const held = await heldPerson(client, person.id)
    if (held === null || !(await stands(client, held))) return false
    await insertSession(client, { hash: tokenHash(token), userId: person.id, realm, device, from })
    return true
  })
  return isIn ? done({ token, userInfo: await userInfoOf(ports, person, realm) }) : refused(otherwise)
}

/** A browser's and system's name out of a user agent: enough to know a device again, and no more. */
export function deviceOf(userAgent: string): string {
  const browser = /(Edg|OPR|SamsungBrowser|Firefox|Chrome|Safari)\//.exec(userAgent)?.[1] ?? ''
  const system = /(Android|iPhone|iPad|Windows|Mac OS X|Linux|CrOS)/.exec(userAgent)?.[1] ?? ''
  const names: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'macOS', CrOS: 'ChromeOS' }
  return [browser, system]
    .map((name) => names[name] ?? name)
    .filter((name) => name !== '')
    .join(', ')
}

/**
 * Opens or re-enters a demo account: a signed-in person's own, or a fresh guest's. Guests' accounts are counted per
 * network address, of which only a keyed hash is kept.
 */
export async function simulationLogin(
  ports: IdentityPorts,
  caller: Caller | null,
  lang: string,
  door: Door,
): Promise<Outcome<LoginAnswer>> {
  if (caller !== null && caller.kind === 'user') {
    const person = await personById(ports.database, caller.userId)
    if (person === null) return refused('login_required')
    if (person.disabled) return refused('user_disabled')
    const stands = async (client: Queryable): Promise<boolean> => (await holdEntered(client, caller)) !== null
    return open(ports, person, 'demo', { door, stands, otherwise: 'login_required', from: Number(caller.sessionId) })
  }
  const address = blurred(ports.secret, door.address)
  const guest = await ports.database.transaction((client) =>
    insertGuest(client, address, parseLocaleId(lang), ports.guestsPerAddressMax),
  )
  if (guest === null) return refused('demo_accounts_too_many')
  return open(ports, guest, 'demo', { door, stands: async () => true, otherwise: 'login_required', from: null })
}

/** A demo account may not use these. */
const wealth: ReadonlySet<string> = new Set(wealthProducts)

/** What the signed-in person is shown of themselves. */
export async function userInfoOf(ports: IdentityPorts, person: Person, realm: Realm): Promise<UserInfo> {
  const holder = realm === 'real' ? person.realHolder : person.demoHolder
  // in the asker's own lane: readers must never be before the ticks
  const source = holder === null ? house : ({ kind: 'holder', holder, realm } as const)
  const { productsOn } = await ports.exchange.ask(source, { type: 'catalogue' })
  const on = new Set(productsOn)
  const may = (product: Product): boolean =>
    realm === 'demo' ? !wealth.has(product) : on.has(`${person.country}:${product}`)
  return {
    uid: ports.ids.write('user', person.id),
    account: provenAddress(person),
    email: person.email,
    phone: person.phone,
    nickname: person.nickname,
    avatar: person.avatarFile === null ? '' : ports.ids.write('avatar', person.avatarFile),
    country: person.country,
    lang: parseLocaleId(person.lang),
    realm,
    guest: person.guest,
    real_name: { primary: person.realName, advanced: person.advancedName },
    products: perProduct(may),
    favourites: await favouritesOf(ports.database, person.id),
    two_factor: await hasTotp(ports.database, person.id),
    created: person.createdAt,
  }
}
