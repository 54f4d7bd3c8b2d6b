import { queryOptions } from '@tanstack/react-query'
import type { LocaleId } from '@truemark/protocol/locale'
import { loadMessages } from './messages.ts'

/** The texts of a language, which are kept once they are there. */
export const messagesQuery = (locale: LocaleId) =>
  queryOptions({
    queryKey: ['messages', locale],
    queryFn: async () => ({ locale, messages: await loadMessages(locale) }),
    staleTime: Infinity,
    gcTime: Infinity,
  })
