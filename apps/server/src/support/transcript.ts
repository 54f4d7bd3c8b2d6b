import { parseLocaleId } from '@truemark/protocol/locale'
import { readSecurity } from '../identity/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { type ChatRow, type LineRow, linesBefore, noteTranscript } from './chat.store.ts'
import type { SupportPorts } from './ports.ts'

const linesMax = 500
const lengthMax = 60_000
const quietMs = 300_000

/** Whether the transcript of a chat's last conversation was sent a moment ago. */
export function wasSentLately(chat: ChatRow, now: number): boolean {
  return chat.transcriptAt !== null && now - chat.transcriptAt < quietMs
}

/** Sends the open or last conversation to its person's own address, if and only if the transaction commits. */
export async function sendTranscript(ports: SupportPorts, client: Queryable, chat: ChatRow): Promise<void> {
  const { post, appData, translate } = ports
  const locale = parseLocaleId(chat.lang)
  const word = (key: string): string => translate(locale, `mail.chatTranscript.${key}`, {}) ?? ''
  const all = await linesBefore(client, chat.id, null, linesMax)
  const said = all.filter((line) => line.seq >= chat.firstSeq && line.author !== 'system')
  const timeOf = (time: number): string => appData.moment(time, locale).text
  const { texts, isWhole } = lastThatFit(said.map((line) => plain(line, word, timeOf)))
  const isShortened = !isWhole || (all[0]?.seq ?? 0) > chat.firstSeq
  const first = said[0]?.time ?? ports.now()
  await noteTranscript(client, chat.id)
  const params = {
    app: appData.name,
    word: (await readSecurity(client, chat.userId)).word,
    from: timeOf(first),
    to: timeOf(said.at(-1)?.time ?? first),
    zone: appData.moment(first, locale).zone,
    lines: (isShortened ? [word('shortened'), ...texts] : texts).join('\n'),
  }
  await post.sendMail({ to: chat.email, template: 'chatTranscript', locale, params }, client)
}

function lastThatFit(texts: readonly string[]): { texts: readonly string[]; isWhole: boolean } {
  let length = 0
  let from = texts.length
  while (from > 0 && length + (texts[from - 1]?.length ?? 0) <= lengthMax) {
    from -= 1
    length += texts[from]?.length ?? 0
  }
  return { texts: texts.slice(from), isWhole: from === 0 }
}

function plain(
  { author, name, text, fileId, time }: LineRow,
  word: (key: string) => string,
  timeOf: (time: number) => string,
): string {
  const who = author === 'user' ? word('you') : name === '' ? word('desk') : name
  const said = fileId === null ? text : `${word('picture')} ${text}`.trim()
  return `${timeOf(time).slice('yyyy-mm-dd '.length)} ${who}: ${said}`
}
