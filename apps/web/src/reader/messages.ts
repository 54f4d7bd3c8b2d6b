import type account from '@truemark/locales/en/account.json'
import type coming from '@truemark/locales/en/coming.json'
import type content from '@truemark/locales/en/content.json'
import type errors from '@truemark/locales/en/errors.json'
import type home from '@truemark/locales/en/home.json'
import type identity from '@truemark/locales/en/identity.json'
import type market from '@truemark/locales/en/market.json'
import type notices from '@truemark/locales/en/notices.json'
import type setting from '@truemark/locales/en/setting.json'
import type shell from '@truemark/locales/en/shell.json'
import type spot from '@truemark/locales/en/spot.json'
import type successes from '@truemark/locales/en/successes.json'
import { localeOf, type LocaleId } from '@truemark/protocol/locale'

/** The texts of one language, by capability. English is the shape that every language has. */
export interface Messages {
  account: typeof account
  coming: typeof coming
  content: typeof content
  errors: typeof errors
  home: typeof home
  identity: typeof identity
  market: typeof market
  notices: typeof notices
  setting: typeof setting
  shell: typeof shell
  spot: typeof spot
  successes: typeof successes
}

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
  }
}

const files = import.meta.glob<unknown>(
  ['../../../../packages/locales/*/*.json', '!../../../../packages/locales/*/{desk,mail,mails}.json'],
  { import: 'default' },
)

/** Loads a language's texts; its files are one chunk. Rejects where that can't be loaded. */
export async function loadMessages(id: LocaleId): Promise<Messages> {
  const mine = Object.entries(files).filter(([path]) => path.includes(`/locales/${localeOf(id).tag}/`))
  const parts = await Promise.all(
    mine.map(async ([path, load]): Promise<[string, unknown]> => [
      path.split('/').at(-1)?.replace('.json', '') ?? '',
      await load(),
    ]),
  )
  const messages: Partial<Messages> = Object.fromEntries(parts)
  if (!isWhole(messages)) throw new Error(`the texts of ${id} are incomplete`)
  return messages
}

function isWhole(messages: Partial<Messages>): messages is Messages {
  return messages.shell !== undefined
}
