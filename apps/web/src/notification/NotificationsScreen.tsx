import { notificationCategories, type NotificationCategory } from '@truemark/protocol/notificationMessage'
import { notificationLimits } from '@truemark/protocol/notifications'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { IconButton } from '@truemark/ui/primitives/IconButton'
import { Page } from '@truemark/ui/primitives/Page'
import { CheckCheck, SlidersHorizontal } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { WindowVirtualizer } from 'virtua'
import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import { Link } from '../parts/router/Link.tsx'
import { useNavigate, useSearch } from '../parts/router/useRouter.ts'
import { useUnread } from '../data/notifications.ts'
import { BackHeader } from '../parts/BackHeader.tsx'
import { PagedList } from '../parts/PagedList.tsx'
import { useErrorText } from '../i18n/door.ts'
import { NotificationRow } from './NotificationRow.tsx'
import { NotificationTexts } from './texts.tsx'
import { useMarkRead, useNotifications } from './useNotifications.ts'
import { AlertRow } from './AlertRow.tsx'
import { useAlerts } from './alertsQuery.ts'

/** What happened to the reader's orders, money and account; each leads to its cause. */
export function NotificationsScreen() {
  return (
    <NotificationTexts>
      <Centre />
    </NotificationTexts>
  )
}

function Centre() {
  const t = useTranslations('notification')
  const navigate = useNavigate()
  const search = useSearch()
  const category = notificationCategories.find((each) => each === search['category']) ?? null
  return (
    <>
      <BackHeader
        name="notifications"
        actions={
          <>
            <ReadAll />
            <Link
              to="/setting/notifications"
              aria-label={t('setting.title')}
              className="feedback grid size-11 place-items-center rounded-control text-secondary hover:bg-raised hover:text-text"
            >
              <SlidersHorizontal size={22} strokeWidth={1.5} aria-hidden="true" />
            </Link>
          </>
        }
      />
      <Page width="reading" className="flex flex-col gap-3">
        <Categories
          chosen={category}
          onChoose={(next) =>
            void navigate({ to: '/notifications', search: next === null ? {} : { category: next }, replace: true })
          }
        />
        {category === 'alerts' && <AlertList />}
        <List category={category} />
      </Page>
    </>
  )
}

interface CategoriesProps {
  chosen: NotificationCategory | null
  onChoose: (category: NotificationCategory | null) => void
}

function Categories({ chosen, onChoose }: CategoriesProps) {
  const t = useTranslations('notification.category')
  const group = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    group.current?.querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [chosen])
  return (
    <fieldset
      ref={group}
      className="min-w-0 -mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] tablet:mx-0 tablet:flex-wrap tablet:overflow-visible tablet:px-0"
    >
      <legend className="sr-only">{t('label')}</legend>
      {[null, ...notificationCategories].map((category) => (
        <button
          key={category ?? 'all'}
          type="button"
          aria-pressed={category === chosen}
          onClick={() => onChoose(category)}
          className="feedback min-h-11 shrink-0 rounded-full bg-surface px-4 text-14 whitespace-nowrap text-secondary hover:text-text aria-pressed:bg-primary-soft aria-pressed:text-primary"
        >
          {t(category ?? 'all')}
        </button>
      ))}
    </fieldset>
  )
}

function ReadAll() {
  const t = useTranslations('notification')
  const errorText = useErrorText()
  const markRead = useMarkRead()
  if (useUnread() === 0) return null
  return (
    <IconButton
      label={t('readAll')}
      onClick={() => void markRead(null).catch((failure: unknown) => toast.error(errorText(failure)))}
    >
      <CheckCheck size={22} strokeWidth={1.5} aria-hidden="true" />
    </IconButton>
  )
}

function List({ category }: { category: NotificationCategory | null }) {
  const t = useTranslations('notification')
  const markRead = useMarkRead()
  return (
    <PagedList
      query={useNotifications(category)}
      rows={6}
      empty={category !== 'alerts' && <EmptyState drawing="mail" title={t('emptyTitle')} text={t('emptyText')} />}
      end={
        <p className="text-center text-12 text-quiet">
          {t('kept', { days: notificationLimits.keptDays, count: notificationLimits.keptMax })}
        </p>
      }
    >
      {(items) => (
        <div className="overflow-hidden rounded-card bg-surface">
          <WindowVirtualizer as="ul" item="li">
            {items.map((told) => (
              <NotificationRow
                key={told.id}
                told={told}
                onOpen={() => {
                  if (!told.read) void markRead(told).catch(() => undefined)
                }}
              />
            ))}
          </WindowVirtualizer>
        </div>
      )}
    </PagedList>
  )
}

/** All prices that the reader waits for. */
function AlertList() {
  const t = useTranslations('notification.alert')
  const shell = useTranslations('shell.state')
  const { data } = useAlerts(null)
  if (data === undefined) return <SkeletonRows rows={2} label={shell('loading')} />
  if (data.length === 0) return <EmptyState drawing="market" title={t('emptyTitle')} text={t('emptyText')} />
  return (
    <ul className="overflow-hidden rounded-card bg-surface">
      {data.map((alert) => (
        <AlertRow key={alert.id} alert={alert} />
      ))}
    </ul>
  )
}
