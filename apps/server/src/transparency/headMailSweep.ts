import { dayMs } from '@truemark/core/money/units'
import { headBlock } from '@truemark/protocol/evidence/headMail'
import { keyOfWitnessed } from '@truemark/protocol/evidence/witnessed'
import { type LocaleId, parseLocaleId } from '@truemark/protocol/locale'
import type { SigningKeys } from '../platform/keys/signing.ts'
import type { Post } from '../platform/mail/post.ts'
import type { Database } from '../platform/postgres/database.ts'
import { takeDueHeadMails } from './headMail.store.ts'
import { findStatements } from './witness.store.ts'

/** The most mails a round puts into the outbox, so that the codes of others do not wait behind them. */
const mailsARound = 30

/** How heads go out by mail. */
export interface HeadMails {
  readonly post: Pick<Post, 'sendMail'>
  readonly appName: () => string
  /** A moment (UTC ms) as a letter says it to a reader of a language. */
  readonly momentText: (time: number, lang: LocaleId) => string
}

interface HeadMailPorts extends HeadMails {
  readonly database: Database
  readonly signing: SigningKeys
  readonly now: () => number
}

/** Puts the newest statement of today (UTC) into the outbox for those that have got none since the day began. */
export async function headMailRound({
  database,
  signing,
  post,
  appName,
  momentText,
  now,
}: HeadMailPorts): Promise<void> {
  const dayBegan = Math.floor(now() / dayMs) * dayMs
  const [head] = await findStatements(database, null, 1)
  if (head === undefined || head.time < dayBegan) return
  const { statement, time } = head
  const { key } = keyOfWitnessed(signing.spans('evidence'), time)
  const lines = headBlock({ statement, signature: head.signature.toString('hex') }, key)
  await database.transaction(async (client) => {
    for (const due of await takeDueHeadMails(client, { dayBegan, time, limit: mailsARound })) {
      const locale = parseLocaleId(due.locale)
      const params = {
        app: appName(),
        time: momentText(time, locale),
        lines,
        key,
        page: `${due.origin}/transparency`,
        // behind the # so that no server or proxy ever writes it to a log
        leave: `${due.origin}/transparency/mail-end#${due.token}`,
      }
      await post.sendMail({ to: due.recipient, template: 'head', locale, params }, client)
    }
  })
}
