import { isNotificationKind, localParams } from '@truemark/protocol/notifications'
import type { Notification } from '@truemark/protocol/notificationMessage'
import { useTranslations } from 'use-intl'
import { useSession } from '../data/session.ts'
import { useFigureText } from './useFigureText.ts'

const figures: ReadonlySet<string> = new Set(['amount', 'quantity', 'price', 'level', 'count', 'percent'])

/** A notification's title and text in the reader's language, its figures in the reader's notation; of the demo that first. */
export function useNotificationText(): (told: Pick<Notification, 'kind' | 'params' | 'realm'>) => {
  title: string
  text: string
} {
  const t = useTranslations('notification')
  const locale = useSession((state) => state.locale)
  const figure = useFigureText()
  return ({ kind, params, realm }) => {
    const values = Object.fromEntries(
      Object.entries(localParams(params, locale)).map(([name, value]) => [
        name,
        figures.has(name) ? figure(value) : value,
      ]),
    )
    const say = (part: 'title' | 'text'): string => (isNotificationKind(kind) ? t(`kind.${kind}.${part}`, values) : '')
    const title = say('title')
    return { title: realm === 'demo' ? t('demo', { title }) : title, text: say('text') }
  }
}

/** A path with its query as the router takes it. */
export function linkOf(path: string): { to: string; search: Record<string, string> } {
  const [to = '/', query = ''] = path.split('?', 2)
  return { to, search: Object.fromEntries(new URLSearchParams(query)) }
}
