import { parseLocaleId } from '@truemark/protocol/locale'
import type { SealingKeys } from '../keys/sealingKeys.ts'
import type { Database, Queryable } from '../postgres/database.ts'
import { createRounds, startRounds } from '../rounds.ts'
import { errorMessage } from '../startRefusal.ts'
import type { Translate } from '../texts/translator.ts'
import type { MailCarrier, SmsCarrier } from './carriers.ts'
import { type Wording, mailTemplates, renderMail, renderSms } from './render.ts'
import { openParams } from './secrets.ts'
import {
  type Channel,
  type OutboxRow,
  eraseOld,
  insertMessage,
  keepUncarried,
  markFault,
  markSent,
  takeDue,
} from './store.ts'

export interface Letter extends Wording {
  readonly to: string
}

/** Takes messages to people: into the outbox at once, to the provider soon after. */
export interface Post {
  /** Keeps a mail; with `client` in the caller's transaction, so that it goes if and only if that commits. */
  sendMail(letter: Letter, client?: Queryable): Promise<void>
  sendSms(letter: Letter, client?: Queryable): Promise<void>
  /** Keeps a mail for the operators alone, whatever provider is set. */
  keepMail(letter: Letter, client?: Queryable): Promise<void>
  /** Whether messages of this kind stay in the outbox for the operator, since no provider is set. */
  staysInOutbox(channel: Channel): boolean
  close(): Promise<void>
}

export interface PostOptions {
  readonly database: Database
  /** Seals what of a message lets its reader in, for as long as the message is kept. */
  readonly sealing: SealingKeys
  readonly translate: Translate
  readonly mail: MailCarrier | null
  readonly sms: SmsCarrier | null
  readonly onError: (error: unknown) => void
}

const pollInterval = 2_000
const eraseInterval = 3_600_000
const batchMax = 20

/** Starts the dispatcher of the outbox. */
export function startPost(options: PostOptions): Post {
  const { database, mail, sms } = options
  const { onError } = options
  const kept = keepUncarried(database, channelsOf(options, false)).catch(onError)
  const dispatching = createRounds(() => kept.then(() => deliverDue(options)), {
    everyMs: pollInterval,
    first: 'later',
    onError,
  })
  const stopErasing = startRounds(() => eraseOld(database), { everyMs: eraseInterval, first: 'later', onError })
  const put = async (channel: Channel, carried: boolean, letter: Letter, client: Queryable): Promise<void> => {
    await insertMessage(client, options.sealing, { ...letter, channel, state: carried ? 'waiting' : 'outbox' })
    if (carried && client === database) void dispatching.now()
  }
  return {
    sendMail: (letter, client = database) => put('email', mail !== null, letter, client),
    sendSms: (letter, client = database) => put('sms', sms !== null, letter, client),
    keepMail: (letter, client = database) => put('email', false, letter, client),
    staysInOutbox: (channel) => (channel === 'email' ? mail : sms) === null,
    close: async () => {
      await Promise.all([kept, dispatching.stop(), stopErasing()])
      mail?.close()
    },
  }
}

/** The channels that have a provider, or those that have none. */
function channelsOf({ mail, sms }: PostOptions, carried: boolean): Channel[] {
  const carriers = { email: mail, sms } as const
  return (['email', 'sms'] as const).filter((channel) => (carriers[channel] !== null) === carried)
}

async function deliverDue(options: PostOptions): Promise<void> {
  const { database } = options
  // what has no provider is not taken, or it would pass for sent
  const channels = channelsOf(options, true)
  if (channels.length === 0) return
  let rows = await takeDue(database, batchMax, channels)
  while (rows.length > 0) {
    for (const row of rows) await deliver(row, options)
    rows = rows.length < batchMax ? [] : await takeDue(database, batchMax, channels)
  }
}

async function deliver(row: OutboxRow, options: PostOptions): Promise<void> {
  const template = mailTemplates.find((name) => name === row.template)
  try {
    if (template === undefined) throw new Error('there is no such template')
    const wording = { template, locale: parseLocaleId(row.locale), params: openParams(options.sealing, row) }
    if (row.channel === 'email') await options.mail?.send(row.recipient, renderMail(options.translate, wording))
    else await options.sms?.send(row.recipient, renderSms(options.translate, wording))
    await markSent(options.database, row.id)
  } catch (error) {
    // The provider's words may quote the address: they stay in the outbox and out of the log.
    await markFault(options.database, row.id, errorMessage(error))
  }
}
