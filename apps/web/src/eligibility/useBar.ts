import type { Product } from '@truemark/core/capability/products'
import { useQuery } from '@tanstack/react-query'
import { user as userRoute } from '@truemark/protocol/routes/identity'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { useAppData } from '../data/appData.ts'
import { keepUserInfo, tokenOf, useSession, userOf } from '../data/session.ts'
import { type Bar, barOf } from './bar.ts'

/** What was kept at signing in may be hours old: an approval or a switch since then shows within a minute. */
const staleMs = 60_000

/** What keeps the signed-in account from opening anything new in a product; null where nothing does. */
export function useBar(product: Product): Bar | null {
  const user = useSession(userOf)
  const token = useSession(tokenOf)
  const app = useAppData()
  const bar = user === null ? null : barOf(user, product, app?.demo_only === true)
  useQuery({
    queryKey: ['eligibility', token],
    queryFn: async () => {
      const fresh = await call(userRoute, {})
      keepUserInfo(fresh)
      return fresh
    },
    enabled: token !== null && user?.realm === 'real',
    staleTime: staleMs,
    refetchInterval: bar === null ? false : staleMs,
  })
  return bar
}

/** A bar in words. */
export function useBarText(): (bar: Bar) => string {
  const errors = useTranslations('errors')
  const t = useTranslations('shell.eligibility')
  return (bar) => (bar === 'demo_only' ? t('demoOnly') : errors(bar))
}
