import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import type { NotificationCategory } from '@truemark/protocol/notificationMessage'
import type { Notification } from '@truemark/protocol/notificationMessage'
import { notifications, notificationsRead } from '@truemark/protocol/routes/notification'
import { useEffect } from 'react'
import { call } from '../data/api.ts'
import { setUnread, useLastNotification } from '../data/notifications.ts'
import { usePages } from '../data/usePages.ts'

const key = ['notifications'] as const
const pageSize = '30'

interface Page {
  readonly items: readonly Notification[]
  readonly cursor: string | null
}

/** What the reader was told, newest first, page by page; what arrives meanwhile comes in by itself. */
export function useNotifications(category: NotificationCategory | null) {
  const queries = useQueryClient()
  const last = useLastNotification()
  useEffect(() => {
    if (last !== null) void queries.invalidateQueries({ queryKey: key })
  }, [last, queries])
  const of = category === null ? {} : { category }
  return usePages([...key, category], (page): Promise<Page> =>
    call(notifications, { query: { limit: pageSize, ...of, ...page } }),
  )
}

/** Marks one as read, or (null) all: on the screen at once, then on the server. */
export function useMarkRead(): (one: Notification | null) => Promise<void> {
  const queries = useQueryClient()
  return async (one) => {
    queries.setQueriesData<InfiniteData<Page>>({ queryKey: key }, (data) =>
      data === undefined ? data : { ...data, pages: data.pages.map((page) => readIn(page, one)) },
    )
    const { unread } = await call(notificationsRead, { body: one === null ? {} : { ids: [one.id] } })
    setUnread(unread)
  }
}

function readIn(page: Page, one: Notification | null): Page {
  return {
    ...page,
    items: page.items.map((item) => (one === null || item.id === one.id ? { ...item, read: true } : item)),
  }
}
