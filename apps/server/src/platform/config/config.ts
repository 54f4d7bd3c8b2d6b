import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { cleanEnv } from 'envalid'
import { StartRefusal, errorCode, errorMessage } from '../startRefusal.ts'
import type { Setting } from './settingParts.ts'
import {
  type SettingName,
  chainNetworkPattern,
  chainPayoutPattern,
  type feedKinds,
  roles,
  settings,
  validatorFor,
} from './settings.ts'

export type FeedKind = (typeof feedKinds)[number]
export type Role = (typeof roles)[number]

/** A bucket of what people send, and who may use it. */
export interface BucketSettings {
  readonly url: string
  /** '' or something that ends with a slash. */
  readonly prefix: string
  readonly region: string
  readonly keyId: string
  readonly secret: string
  /** Absolute path of the certificates that vouch for it. */
  readonly authorities: string | null
}

/** What the operator decided, checked. Absent settings are null. */
export interface Config {
  readonly port: number
  readonly host: string
  /** Origin without a slash at its end. */
  readonly publicUrl: string | null
  readonly trustedProxies: number
  readonly metricsPort: number
  readonly metricsHost: string
  /** Absolute path. */
  readonly dataFolder: string
  readonly databaseUrl: string | null
  /** Whether this server waits where another leads the database. */
  readonly standby: boolean
  /** After how long (ms) a leader that says nothing leads no more. */
  readonly takeoverAfter: number
  readonly role: Role
  /** Addresses of the bus, separated by commas; null where there is none. */
  readonly busUrl: string | null
  /** Absolute path of the file by which this server signs in to the bus. */
  readonly busCredentials: string | null
  /** Absolute path of the certificates that vouch for the bus. */
  readonly busAuthorities: string | null
  /** Where what people send lies; null for the data folder. */
  readonly bucket: BucketSettings | null
  /** Absolute path of the folder in which the embedded database archives its log. */
  readonly archiveFolder: string | null
  /** Absolute path. */
  readonly keysFolder: string
  readonly feed: FeedKind
  /** Absolute path. */
  readonly replayFile: string | null
  /** Whether a start goes on where journal and clock lie far apart. */
  readonly clockDifference: 'refuse' | 'accept'
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** Where the administrators read mail. */
  readonly deskMail: string | null
  /** Absolute path of the file that witnesses heads. */
  readonly witnessFile: string | null
  readonly witnessUrl: string | null
  /** Origins of calendars of OpenTimestamps. */
  readonly witnessCalendars: readonly string[]
  readonly smsUrl: string | null
  /** Origins that are push services besides those of the known browsers. */
  readonly pushOrigins: readonly string[]
  readonly smsToken: string | null
  /** Signs the link of the operator's own chat. */
  readonly supportLinkSecret: string | null
  /** 0 lifts the limits. */
  readonly rateLimitScale: number
  readonly guestsPerAddressMax: number
  readonly passwordLengthMin: number
  /** Whether one person may approve what that person asked for. */
  readonly singleOperator: boolean
  /** Whole USDT of others' money that one operator may complete in a day. */
  readonly operatorDayMax: number
  /** Networks that programs beside the server tell of, in the order of the setting. */
  readonly chainNetworks: readonly { readonly network: string; readonly confirmations: number }[]
  /** 64 hex digits; null where no network is told of. */
  /** What the programs of these networks pay at once at most, and all in a day, in whole USDT. */
  readonly chainPayouts: readonly { readonly network: string; readonly max: number }[]
  readonly chainPayoutsDay: number
  readonly chainSecret: string | null
  readonly chainPort: number
  readonly chainScreenUrl: string | null
  readonly chainScreenToken: string | null
  readonly chainHost: string
  readonly logLevel: string
}

export const configFileDefault = 'truemark.config.json'

/**
 * Reads the settings from `environment`, then from the config file (`TRUEMARK_CONFIG`, or
 * truemark.config.json in `folder` where there is one), then from the defaults. Throws a StartRefusal
 * with one sentence for the first value that is wrong.
 */
export function readConfig(environment: NodeJS.ProcessEnv, folder: string): Config {
  const file = readConfigFile(environment, folder)
  const texts = new Map<string, string>(file)
  for (const name of Object.keys(settings)) {
    const text = environment[name]
    if (text !== undefined && text !== '') texts.set(name, text)
  }
  const clean = check(texts)
  const optional = (name: SettingName): string | null => (clean[name] === '' ? null : clean[name])
  const path = (name: SettingName): string | null => (clean[name] === '' ? null : resolve(folder, clean[name]))
  const replayFile = path('REPLAY_FILE')
  const feed = feedOf(clean.FEED)
  if (feed === 'replay' && replayFile === null)
    throw new StartRefusal('FEED is replay, so REPLAY_FILE must name the file to play.')
  refuseApart(clean)
  const chainNetworks = chainNetworksOf(clean.CHAIN_NETWORKS)
  const chainSecret = optional('CHAIN_SECRET')
  if (chainNetworks.length > 0 && chainSecret === null)
    throw new StartRefusal('CHAIN_NETWORKS names a network, so CHAIN_SECRET must be set.')
  const chainPayouts = chainPayoutsOf(clean.CHAIN_PAYOUTS)
  if (chainPayouts.some(({ network }) => !chainNetworks.some((one) => one.network === network)))
    throw new StartRefusal('CHAIN_PAYOUTS names a network that CHAIN_NETWORKS does not.')
  return {
    port: Number(clean.PORT),
    host: clean.HOST,
    publicUrl: optional('PUBLIC_URL')?.replace(/\/$/, '') ?? null,
    trustedProxies: Number(clean.TRUSTED_PROXIES),
    metricsPort: Number(clean.METRICS_PORT),
    metricsHost: clean.METRICS_HOST,
    dataFolder: resolve(folder, clean.DATA_DIR),
    databaseUrl: optional('DATABASE_URL'),
    standby: clean.STANDBY === 'yes',
    takeoverAfter: Number(clean.TAKEOVER_AFTER),
    role: roleOf(clean.ROLE),
    busUrl: optional('BUS_URL'),
    busCredentials: path('BUS_CREDENTIALS'),
    busAuthorities: path('BUS_CA'),
    bucket: bucketOf(clean, path('FILES_CA')),
    archiveFolder: path('ARCHIVE_DIR'),
    keysFolder: resolve(folder, optional('KEYS_DIR') ?? join(clean.DATA_DIR, 'keys')),
    feed,
    replayFile,
    clockDifference: clean.CLOCK_DIFFERENCE === 'accept' ? 'accept' : 'refuse',
    smtpUrl: optional('SMTP_URL'),
    mailFrom: clean.MAIL_FROM,
    deskMail: optional('DESK_MAIL'),
    witnessFile: path('WITNESS_FILE'),
    witnessUrl: optional('WITNESS_URL'),
    witnessCalendars: originsOf(clean.WITNESS_CALENDARS),
    smsUrl: optional('SMS_URL'),
    pushOrigins: originsOf(clean.PUSH_ORIGINS),
    smsToken: optional('SMS_TOKEN'),
    supportLinkSecret: optional('SUPPORT_LINK_SECRET'),
    rateLimitScale: Number(clean.RATE_LIMIT_SCALE),
    guestsPerAddressMax: Number(clean.GUESTS_PER_ADDRESS),
    passwordLengthMin: Number(clean.PASSWORD_LENGTH_MIN),
    singleOperator: clean.SINGLE_OPERATOR === 'yes',
    operatorDayMax: Number(clean.OPERATOR_DAY_MAX),
    chainNetworks,
    chainPayouts,
    chainPayoutsDay: Number(clean.CHAIN_PAYOUTS_DAY),
    chainSecret,
    chainPort: Number(clean.CHAIN_PORT),
    chainScreenUrl: optional('CHAIN_SCREEN_URL'),
    chainScreenToken: optional('CHAIN_SCREEN_TOKEN'),
    chainHost: clean.CHAIN_HOST,
    logLevel: clean.LOG_LEVEL,
  }
}

/** What servers that share a database need of each other. */
function refuseApart({ STANDBY, DATABASE_URL, ROLE, BUS_URL }: Record<SettingName, string>): void {
  if (STANDBY === 'yes' && DATABASE_URL === '')
    throw new StartRefusal('STANDBY is yes, so DATABASE_URL must name the database that both servers use.')
  if (ROLE === 'all') return
  if (DATABASE_URL === '')
    throw new StartRefusal(`ROLE is ${ROLE}, so DATABASE_URL must name the database that all servers use.`)
  if (BUS_URL === '') throw new StartRefusal(`ROLE is ${ROLE}, so BUS_URL must name the bus of all servers.`)
  if (ROLE !== 'core' && STANDBY === 'yes')
    throw new StartRefusal(`ROLE is ${ROLE}, which never leads, so STANDBY must be no.`)
}

function bucketOf(clean: Record<SettingName, string>, authorities: string | null): BucketSettings | null {
  const { FILES_URL: url, FILES_PREFIX, FILES_REGION: region, FILES_KEY_ID: keyId, FILES_SECRET: secret } = clean
  if (url === '') return null
  if (keyId === '' || secret === '')
    throw new StartRefusal('FILES_URL names a bucket, so FILES_KEY_ID and FILES_SECRET must be set.')
  const prefix = FILES_PREFIX === '' ? '' : `${FILES_PREFIX.replace(/\/$/, '')}/`
  return { url, prefix, region, keyId, secret, authorities }
}

function roleOf(text: string): Role {
  return roles.find((role) => role === text) ?? 'all'
}

function chainNetworksOf(text: string): Config['chainNetworks'] {
  return text.split(',').flatMap((one) => {
    const [, network, confirmations] = chainNetworkPattern.exec(one.trim()) ?? []
    return network === undefined ? [] : [{ network, confirmations: Number(confirmations) }]
  })
}

function chainPayoutsOf(text: string): Config['chainPayouts'] {
  return text.split(',').flatMap((one) => {
    const [, network, max] = chainPayoutPattern.exec(one.trim()) ?? []
    return network === undefined ? [] : [{ network, max: Number(max) }]
  })
}

function originsOf(text: string): string[] {
  return text.split(' ').flatMap((origin) => (origin === '' ? [] : new URL(origin).origin))
}

function feedOf(text: string): FeedKind {
  return text === 'live' || text === 'replay' || text === 'simulated' ? text : 'auto'
}

function check(texts: ReadonlyMap<string, string>): Record<SettingName, string> {
  const validators = {
    PORT: validatorFor(settings.PORT),
    HOST: validatorFor(settings.HOST),
    PUBLIC_URL: validatorFor(settings.PUBLIC_URL),
    TRUSTED_PROXIES: validatorFor(settings.TRUSTED_PROXIES),
    METRICS_PORT: validatorFor(settings.METRICS_PORT),
    METRICS_HOST: validatorFor(settings.METRICS_HOST),
    DATA_DIR: validatorFor(settings.DATA_DIR),
    DATABASE_URL: validatorFor(settings.DATABASE_URL),
    STANDBY: validatorFor(settings.STANDBY),
    TAKEOVER_AFTER: validatorFor(settings.TAKEOVER_AFTER),
    ROLE: validatorFor(settings.ROLE),
    BUS_URL: validatorFor(settings.BUS_URL),
    BUS_CREDENTIALS: validatorFor(settings.BUS_CREDENTIALS),
    BUS_CA: validatorFor(settings.BUS_CA),
    FILES_URL: validatorFor(settings.FILES_URL),
    FILES_PREFIX: validatorFor(settings.FILES_PREFIX),
    FILES_REGION: validatorFor(settings.FILES_REGION),
    FILES_KEY_ID: validatorFor(settings.FILES_KEY_ID),
    FILES_SECRET: validatorFor(settings.FILES_SECRET),
    FILES_CA: validatorFor(settings.FILES_CA),
    ARCHIVE_DIR: validatorFor(settings.ARCHIVE_DIR),
    KEYS_DIR: validatorFor(settings.KEYS_DIR),
    FEED: validatorFor(settings.FEED),
    REPLAY_FILE: validatorFor(settings.REPLAY_FILE),
    CLOCK_DIFFERENCE: validatorFor(settings.CLOCK_DIFFERENCE),
    SMTP_URL: validatorFor(settings.SMTP_URL),
    MAIL_FROM: validatorFor(settings.MAIL_FROM),
    DESK_MAIL: validatorFor(settings.DESK_MAIL),
    WITNESS_FILE: validatorFor(settings.WITNESS_FILE),
    WITNESS_URL: validatorFor(settings.WITNESS_URL),
    WITNESS_CALENDARS: validatorFor(settings.WITNESS_CALENDARS),
    SMS_URL: validatorFor(settings.SMS_URL),
    SMS_TOKEN: validatorFor(settings.SMS_TOKEN),
    PUSH_ORIGINS: validatorFor(settings.PUSH_ORIGINS),
    SUPPORT_LINK_SECRET: validatorFor(settings.SUPPORT_LINK_SECRET),
    RATE_LIMIT_SCALE: validatorFor(settings.RATE_LIMIT_SCALE),
    GUESTS_PER_ADDRESS: validatorFor(settings.GUESTS_PER_ADDRESS),
    PASSWORD_LENGTH_MIN: validatorFor(settings.PASSWORD_LENGTH_MIN),
    SINGLE_OPERATOR: validatorFor(settings.SINGLE_OPERATOR),
    OPERATOR_DAY_MAX: validatorFor(settings.OPERATOR_DAY_MAX),
    CHAIN_NETWORKS: validatorFor(settings.CHAIN_NETWORKS),
    CHAIN_PAYOUTS: validatorFor(settings.CHAIN_PAYOUTS),
    CHAIN_PAYOUTS_DAY: validatorFor(settings.CHAIN_PAYOUTS_DAY),
    CHAIN_SECRET: validatorFor(settings.CHAIN_SECRET),
    CHAIN_PORT: validatorFor(settings.CHAIN_PORT),
    CHAIN_HOST: validatorFor(settings.CHAIN_HOST),
    CHAIN_SCREEN_URL: validatorFor(settings.CHAIN_SCREEN_URL),
    CHAIN_SCREEN_TOKEN: validatorFor(settings.CHAIN_SCREEN_TOKEN),
    LOG_LEVEL: validatorFor(settings.LOG_LEVEL),
  }
  return cleanEnv(Object.fromEntries(texts), validators, {
    reporter: ({ errors }) => {
      for (const setting of Object.values<Setting>(settings)) {
        if (!(setting.name in errors)) continue
        const shown = setting.secret === true ? 'is not valid' : `is "${texts.get(setting.name) ?? ''}"`
        throw new StartRefusal(`${setting.name} ${shown}; it must be ${setting.allowed}.`)
      }
    },
  })
}

function readConfigFile(environment: NodeJS.ProcessEnv, folder: string): Map<string, string> {
  const named = environment['TRUEMARK_CONFIG'] ?? ''
  const path = resolve(folder, named === '' ? configFileDefault : named)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (named === '' && errorCode(error) === 'ENOENT') return new Map()
    throw new StartRefusal(`The config file ${path} can't be read (${errorCode(error)}).`)
  }
  return parseConfigFile(path, text)
}

function parseConfigFile(path: string, text: string): Map<string, string> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new StartRefusal(`The config file ${path} is not JSON: ${errorMessage(error)}.`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new StartRefusal(`The config file ${path} must hold one JSON object of settings.`)
  }
  const texts = new Map<string, string>()
  for (const [name, entry] of Object.entries(value)) {
    if (!Object.hasOwn(settings, name))
      throw new StartRefusal(`The config file ${path} names ${name}, which is not a setting.`)
    if (typeof entry !== 'string' && typeof entry !== 'number') {
      throw new StartRefusal(`In the config file ${path}, ${name} must be a text or a number.`)
    }
    texts.set(name, String(entry))
  }
  return texts
}
