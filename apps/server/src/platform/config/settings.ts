import { makeValidator } from 'envalid'
import { fileSettings } from './fileSettings.ts'
import { type Setting, anyText, urlOf } from './settingParts.ts'

const wholeNumber = (min: number, max: number) => (text: string) =>
  /^\d{1,10}$/.test(text) && Number(text) >= min && Number(text) <= max
const oneOf = (words: readonly string[]) => (text: string) => words.includes(text)
const originOf = (text: string) => {
  if (!urlOf(['http:', 'https:'])(text)) return false
  const url = new URL(text)
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
}

/** A network’s name, as the desk has it, and its confirmations. */
export const chainNetworkPattern = /^([A-Za-z0-9][A-Za-z0-9 ._-]{0,19})=([1-9][0-9]{0,3})$/

/** A network whose payouts a program makes, and what it pays at once at most, in whole USDT. */
export const chainPayoutPattern = /^([A-Za-z0-9][A-Za-z0-9 ._-]{0,19})=([1-9][0-9]{0,8})$/

export const roles = ['all', 'core', 'gateway', 'worker'] as const
export const feedKinds = ['auto', 'live', 'replay', 'simulated'] as const
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Every setting, in the order of the docs. */
export const settings = {
  PORT: {
    name: 'PORT',
    fallback: '8080',
    allowed: 'a whole number from 0 to 65535 (0 takes any free port)',
    meaning: 'Port of the web apps, the API and the socket.',
    accepts: wholeNumber(0, 65_535),
  },
  HOST: {
    name: 'HOST',
    fallback: '127.0.0.1',
    allowed: 'an address of this machine',
    meaning: 'Address to listen on. `0.0.0.0` lets other machines in: put TLS before it.',
    accepts: (text: string) => /^[A-Za-z0-9.:_-]{1,255}$/.test(text),
  },
  PUBLIC_URL: {
    name: 'PUBLIC_URL',
    fallback: '',
    allowed: 'an origin such as https://trade.example.org, without a path',
    meaning:
      'Where people reach this server. Without it, the host of each request is taken for pages, and for mails localhost or the address that was connected to. Passkeys need https and a name here, or localhost.',
    accepts: originOf,
  },
  TRUSTED_PROXIES: {
    name: 'TRUSTED_PROXIES',
    fallback: '0',
    allowed: 'a whole number from 0 to 8',
    meaning: 'How many proxies stand before this server; that many hops of `X-Forwarded-For` are believed.',
    accepts: wholeNumber(0, 8),
  },
  METRICS_PORT: {
    name: 'METRICS_PORT',
    fallback: '9464',
    allowed: 'a whole number from 0 to 65535 (0 takes any free port)',
    meaning: 'Port of `/healthz`, `/readyz` and `/metrics`.',
    accepts: wholeNumber(0, 65_535),
  },
  METRICS_HOST: {
    name: 'METRICS_HOST',
    fallback: '127.0.0.1',
    allowed: 'an address of this machine',
    meaning: 'Address that the metrics listen on. They are for the operator alone.',
    accepts: (text: string) => /^[A-Za-z0-9.:_-]{1,255}$/.test(text),
  },
  DATA_DIR: {
    name: 'DATA_DIR',
    fallback: './data',
    allowed: 'a folder that this user may write',
    meaning: 'Folder of the embedded database, uploads and locks. One process at a time.',
    accepts: anyText,
  },
  DATABASE_URL: {
    name: 'DATABASE_URL',
    fallback: '',
    allowed: 'an address such as postgres://user:password@host:5432/name',
    meaning: 'A Postgres (15 or newer) of your own. Without it the embedded one runs in `DATA_DIR`.',
    secret: true,
    accepts: urlOf(['postgres:', 'postgresql:']),
  },
  STANDBY: {
    name: 'STANDBY',
    fallback: 'no',
    allowed: 'yes or no',
    meaning:
      'Whether this server waits where another leads its `DATABASE_URL`, ready to take over when that one ends, instead of refusing to start ([how](standby.md)). The first one leads: set it on both.',
    accepts: oneOf(['yes', 'no']),
  },
  TAKEOVER_AFTER: {
    name: 'TAKEOVER_AFTER',
    fallback: '1000',
    allowed: 'a whole number from 500 to 60000',
    meaning:
      'After how many ms in which the database has heard nothing from the leader a server with `STANDBY=yes` takes over from one that hangs. One that ended is not waited for.',
    accepts: wholeNumber(500, 60_000),
  },
  ROLE: {
    name: 'ROLE',
    fallback: 'all',
    allowed: 'all, core, gateway or worker',
    meaning:
      'What this server is: all of it, and alone; the core, which gateways on other machines ask over a bus; a gateway, which serves people and asks the core; or a worker, which does for the core what goes by the clock ([how](gateways.md)).',
    accepts: oneOf(roles),
  },
  BUS_URL: {
    name: 'BUS_URL',
    fallback: '',
    allowed: 'one or more addresses such as tls://user:password@host:4222, separated by commas',
    meaning: 'The NATS servers through which core, gateways and worker speak; `nats://` is without TLS.',
    secret: true,
    accepts: (text: string) => text.split(',').every((one) => urlOf(['nats:', 'tls:'])(one.trim())),
  },
  BUS_CREDENTIALS: {
    name: 'BUS_CREDENTIALS',
    fallback: '',
    allowed: 'a file that this user may read',
    meaning:
      'File with the seed of an nkey, or with a JWT and its seed, by which this server signs in to the bus. Without it the user and password of `BUS_URL` do.',
    accepts: anyText,
  },
  BUS_CA: {
    name: 'BUS_CA',
    fallback: '',
    allowed: 'a file that this user may read',
    meaning:
      'File with the certificates that vouch for the servers of a `tls://` bus, where this machine trusts others.',
    accepts: anyText,
  },
  ...fileSettings,
  ARCHIVE_DIR: {
    name: 'ARCHIVE_DIR',
    fallback: '',
    allowed: 'a folder that this user may write',
    meaning:
      'Folder to which the embedded database copies each finished piece of its log, at least once a minute: on another disk, so that little is lost with this one ([how](backup.md)). With `DATABASE_URL` that server archives by its own settings.',
    accepts: anyText,
  },
  KEYS_DIR: {
    name: 'KEYS_DIR',
    fallback: '',
    allowed: 'a folder that this user may write',
    meaning:
      'Folder of the keys that sign, seal and make tokens: `keys` in `DATA_DIR` where nothing is set, whichever database is used. Back it up apart from the database ([how](keys.md)).',
    accepts: anyText,
  },
  FEED: {
    name: 'FEED',
    fallback: 'auto',
    allowed: 'auto, live, replay or simulated',
    meaning:
      'Where prices come from. `auto`: live ones, or simulated ones when none answers within 5 s of the first start; the kind is kept.',
    accepts: oneOf(feedKinds),
  },
  REPLAY_FILE: {
    name: 'REPLAY_FILE',
    fallback: '',
    allowed: 'the path of a file of recorded minutes',
    meaning: 'File that `FEED=replay` plays.',
    accepts: anyText,
  },
  CLOCK_DIFFERENCE: {
    name: 'CLOCK_DIFFERENCE',
    fallback: 'refuse',
    allowed: 'refuse or accept',
    meaning:
      'What a start does where the journal ends more than a day ahead of the machine’s clock, or more than 90 days before it. `accept` it for one start, once you know that the clock is right now.',
    accepts: oneOf(['refuse', 'accept']),
  },
  SMTP_URL: {
    name: 'SMTP_URL',
    fallback: '',
    allowed: 'an address such as smtps://user:password@mail.example.org',
    meaning: 'Mail server. Without it, mails stand in the outbox of the operator’s desk.',
    secret: true,
    accepts: urlOf(['smtp:', 'smtps:']),
  },
  MAIL_FROM: {
    name: 'MAIL_FROM',
    fallback: 'Truemark <no-reply@localhost>',
    allowed: 'a mail address, with or without a name',
    meaning: 'Sender of mails.',
    accepts: (text: string) => /^[^\r\n]{0,100}?<?[^\s<>@]{1,64}@[^\s<>@]{1,190}>?$/.test(text),
  },
  DESK_MAIL: {
    name: 'DESK_MAIL',
    fallback: '',
    allowed: 'a mail address',
    meaning:
      'Where the administrators read mail. They are told there of requests that have passed their deadline; without it, the message stands in the outbox of the desk.',
    accepts: (text: string) => /^[^\s<>@]{1,64}@[^\s<>@]{1,190}$/.test(text),
  },
  WITNESS_FILE: {
    name: 'WITNESS_FILE',
    fallback: '',
    allowed: 'the path of a file that this user may append to',
    meaning:
      'File to which the signed heads of journal, evidence and proofs are added each hour, a line of JSON each. Put it where this machine cannot take lines back ([how](witnesses.md)).',
    accepts: anyText,
  },
  WITNESS_URL: {
    name: 'WITNESS_URL',
    fallback: '',
    allowed: 'an http or https address',
    meaning:
      'Witness of somebody else’s: gets each of these lines by POST, and answers with 2xx once it holds it. Without an answer it is asked again for two weeks.',
    secret: true,
    accepts: urlOf(['http:', 'https:']),
  },
  WITNESS_CALENDARS: {
    name: 'WITNESS_CALENDARS',
    fallback: '',
    allowed: 'origins such as https://alice.btc.calendar.opentimestamps.org, with spaces between them',
    meaning:
      'Calendars of OpenTimestamps: each gets the digest of each line and has it attested in a block of Bitcoin. Name them by the names that stand in their proofs: nothing else is called.',
    accepts: (text: string) => text.split(' ').every(originOf),
  },
  SMS_URL: {
    name: 'SMS_URL',
    fallback: '',
    allowed: 'an http or https address',
    meaning: 'Gateway for text messages: gets a POST of `{"to", "text"}`. Without it they stand in the outbox.',
    secret: true,
    accepts: urlOf(['http:', 'https:']),
  },
  SMS_TOKEN: {
    name: 'SMS_TOKEN',
    fallback: '',
    allowed: 'a token of printable characters',
    meaning: 'Bearer token for `SMS_URL`.',
    secret: true,
    accepts: (text: string) => /^[\x21-\x7e]{1,1024}$/.test(text),
  },
  SUPPORT_LINK_SECRET: {
    name: 'SUPPORT_LINK_SECRET',
    fallback: '',
    allowed: '16 to 200 printable characters',
    meaning: 'Signs the link of your own customer chat (`im_link`), so that the chat can trust its `uid`.',
    secret: true,
    accepts: (text: string) => /^[\x21-\x7e]{16,200}$/.test(text),
  },
  PUSH_ORIGINS: {
    name: 'PUSH_ORIGINS',
    fallback: '',
    allowed: 'origins such as https://push.example.org, with spaces between them',
    meaning:
      'Push services besides those of Chrome, Edge, Firefox and Safari. This server calls what is named here: name nothing inside your network but a push service of your own.',
    accepts: (text: string) => text.split(' ').every(originOf),
  },
  RATE_LIMIT_SCALE: {
    name: 'RATE_LIMIT_SCALE',
    fallback: '1',
    allowed: 'a whole number from 0 to 1000000',
    meaning:
      'Multiplies how often each account and address may call; 0 lifts these limits (load tests on a closed network).',
    accepts: wholeNumber(0, 1_000_000),
  },
  GUESTS_PER_ADDRESS: {
    name: 'GUESTS_PER_ADDRESS',
    fallback: '20',
    allowed: 'a whole number from 1 to 100000',
    meaning: 'How many live demo accounts without a person one network address may have.',
    accepts: wholeNumber(1, 100_000),
  },
  PASSWORD_LENGTH_MIN: {
    name: 'PASSWORD_LENGTH_MIN',
    fallback: '6',
    allowed: 'a whole number from 6 to 16',
    meaning: 'How many characters a new password has at least. It has at most 20.',
    accepts: wholeNumber(6, 16),
  },
  SINGLE_OPERATOR: {
    name: 'SINGLE_OPERATOR',
    fallback: 'no',
    allowed: 'yes or no',
    meaning:
      'Whether one operator may approve their own changes of terms, addresses, limits and roles. Every user is told so, and each time that it was so stays public for good; money is moved by hand by two people all the same.',
    accepts: oneOf(['yes', 'no']),
  },
  OPERATOR_DAY_MAX: {
    name: 'OPERATOR_DAY_MAX',
    fallback: '1000000',
    allowed: 'a whole number from 1 to 1000000000',
    meaning:
      'How much of others’ money one operator may complete on a day of UTC, in USDT at the index: entries by hand that they approve, deposits that they credit, withdrawals that they take into payment. Beyond it another operator does it, or they do the next day.',
    accepts: wholeNumber(1, 1_000_000_000),
  },
  CHAIN_NETWORKS: {
    name: 'CHAIN_NETWORKS',
    fallback: '',
    allowed: 'names of networks, each with how many confirmations it needs, such as Bitcoin=3, ERC20=12',
    meaning:
      'Networks whose payments to people’s own addresses are told of by a program beside the server, and credited after that many confirmations without a voucher ([how](chain.md)). None: all deposits come with a voucher.',
    accepts: (text: string) => text.split(',').every((one) => chainNetworkPattern.test(one.trim())),
  },
  CHAIN_PAYOUTS: {
    name: 'CHAIN_PAYOUTS',
    fallback: '',
    allowed:
      'names of networks of CHAIN_NETWORKS, each with the most USDT of one payout, such as Bitcoin=2000, ERC20=5000',
    meaning:
      'Networks whose approved withdrawals can be handed to a program beside the server, which pays them, each up to that much ([how](chain.md)). None: people pay all.',
    accepts: (text: string) => text.split(',').every((one) => chainPayoutPattern.test(one.trim())),
  },
  CHAIN_PAYOUTS_DAY: {
    name: 'CHAIN_PAYOUTS_DAY',
    fallback: '10000',
    allowed: 'a whole number from 0 to 999999999',
    meaning: 'What these programs may be handed in a day of UTC over all accounts, in USDT.',
    accepts: wholeNumber(0, 999_999_999),
  },
  CHAIN_SECRET: {
    name: 'CHAIN_SECRET',
    fallback: '',
    allowed: '64 hex digits',
    meaning:
      'What the keys of these programs come from, one for each network; whoever has it can have deposits credited, and say that payouts were made.',
    secret: true,
    accepts: (text: string) => /^[0-9a-f]{64}$/.test(text),
  },
  CHAIN_PORT: {
    name: 'CHAIN_PORT',
    fallback: '8090',
    allowed: 'a whole number from 0 to 65535 (0 takes any free port)',
    meaning: 'Port at which these programs tell of payments; opened where `CHAIN_NETWORKS` names one.',
    accepts: wholeNumber(0, 65_535),
  },
  CHAIN_HOST: {
    name: 'CHAIN_HOST',
    fallback: '127.0.0.1',
    allowed: 'an address of this machine',
    meaning: 'Address that this port listens on. It is for your own programs alone, never for the internet.',
    accepts: (text: string) => /^[A-Za-z0-9.:_-]{1,255}$/.test(text),
  },
  CHAIN_SCREEN_URL: {
    name: 'CHAIN_SCREEN_URL',
    fallback: '',
    allowed: 'an http or https address',
    meaning:
      'Whoever screens payments of `CHAIN_NETWORKS` before their credit: gets each by POST, and answers clear, review or reject ([how](chain.md)). Without an answer a payment is held for people.',
    secret: true,
    accepts: urlOf(['http:', 'https:']),
  },
  CHAIN_SCREEN_TOKEN: {
    name: 'CHAIN_SCREEN_TOKEN',
    fallback: '',
    allowed: 'a token of printable characters',
    meaning: 'Bearer token for `CHAIN_SCREEN_URL`.',
    secret: true,
    accepts: (text: string) => /^[\x21-\x7e]{1,1024}$/.test(text),
  },
  LOG_LEVEL: {
    name: 'LOG_LEVEL',
    fallback: 'info',
    allowed: 'fatal, error, warn, info, debug, trace or silent',
    meaning: 'Least weight of a log line. Lines are JSON on standard error.',
    accepts: oneOf(logLevels),
  },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof settings

/** The validators for envalid, one a setting. */
export function validatorFor(setting: Setting) {
  return makeValidator<string>((text) => {
    if (text === '' && setting.fallback === '') return text
    if (!setting.accepts(text)) throw new Error(setting.allowed)
    return text
  })({ default: setting.fallback })
}
