import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { cleanEnv } from 'envalid'
import { StartRefusal, errorCode, errorMessage } from '../startRefusal.ts'
import { type Setting, type SettingName, type feedKinds, settings, validatorFor } from './settings.ts'

export type FeedKind = (typeof feedKinds)[number]

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
  const replayFile = optional('REPLAY_FILE')
  const witnessFile = optional('WITNESS_FILE')
  const archiveFolder = optional('ARCHIVE_DIR')
  const feed = feedOf(clean.FEED)
  if (feed === 'replay' && replayFile === null)
    throw new StartRefusal('FEED is replay, so REPLAY_FILE must name the file to play.')
  return {
    port: Number(clean.PORT),
    host: clean.HOST,
    publicUrl: optional('PUBLIC_URL')?.replace(/\/$/, '') ?? null,
    trustedProxies: Number(clean.TRUSTED_PROXIES),
    metricsPort: Number(clean.METRICS_PORT),
    metricsHost: clean.METRICS_HOST,
    dataFolder: resolve(folder, clean.DATA_DIR),
    databaseUrl: optional('DATABASE_URL'),
    archiveFolder: archiveFolder === null ? null : resolve(folder, archiveFolder),
    keysFolder: resolve(folder, optional('KEYS_DIR') ?? join(clean.DATA_DIR, 'keys')),
    feed,
    replayFile: replayFile === null ? null : resolve(folder, replayFile),
    clockDifference: clean.CLOCK_DIFFERENCE === 'accept' ? 'accept' : 'refuse',
    smtpUrl: optional('SMTP_URL'),
    mailFrom: clean.MAIL_FROM,
    deskMail: optional('DESK_MAIL'),
    witnessFile: witnessFile === null ? null : resolve(folder, witnessFile),
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
    logLevel: clean.LOG_LEVEL,
  }
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
