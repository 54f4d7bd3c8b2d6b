import { notificationCategories, type NotificationCategory } from '@truemark/protocol/notificationMessage'
import { channelChoice, type ChannelChoice, type NotificationSetting } from '@truemark/protocol/routes/notification'
import * as z from 'zod/mini'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

/** What cannot wait until somebody looks is mailed unless its reader says otherwise; all is pushed where push is on. */
const mailedFirst: ReadonlySet<NotificationCategory> = new Set(['margin', 'wallet', 'review', 'security'])

const first: NotificationSetting = {
  channels: channelsOf({}),
  quiet: null,
  timezone: 'UTC',
}

function channelsOf(kept: Readonly<Record<string, unknown>>): NotificationSetting['channels'] {
  const choice = (category: NotificationCategory): ChannelChoice => {
    const read = z.safeParse(channelChoice, kept[category])
    return read.success ? read.data : { mail: mailedFirst.has(category), push: true }
  }
  const [trades, margin, products, wallet, review, security, support, news, alerts] = notificationCategories
  return {
    trades: choice(trades),
    margin: choice(margin),
    products: choice(products),
    wallet: choice(wallet),
    review: choice(review),
    security: choice(security),
    support: choice(support),
    news: choice(news),
    alerts: choice(alerts),
  }
}

interface SettingRow {
  user_id: string
  channels: Record<string, unknown>
  quiet_from: number | null
  quiet_to: number | null
  timezone: string
}

function settingOf(row: SettingRow): NotificationSetting {
  const { quiet_from: from, quiet_to: to, timezone } = row
  return { channels: channelsOf(row.channels), quiet: from === null || to === null ? null : { from, to }, timezone }
}

/** How these people want to be told; who chose nothing has the defaults. */
export async function readSettings(
  client: Queryable,
  userIds: readonly number[],
): Promise<(userId: number) => NotificationSetting> {
  const { rows } = await client.query<SettingRow>(
    `SELECT user_id, channels, quiet_from, quiet_to, timezone FROM notification_setting
     WHERE user_id = ANY($1::bigint[])`,
    [userIds],
  )
  const byUser = new Map(rows.map((row) => [integerOf(row.user_id), settingOf(row)]))
  return (userId) => byUser.get(userId) ?? first
}

export async function writeSetting(client: Queryable, userId: number, setting: NotificationSetting): Promise<void> {
  const { channels, quiet, timezone } = setting
  await client.query(
    `INSERT INTO notification_setting (user_id, channels, quiet_from, quiet_to, timezone) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (user_id) DO UPDATE SET channels = EXCLUDED.channels, quiet_from = EXCLUDED.quiet_from,
       quiet_to = EXCLUDED.quiet_to, timezone = EXCLUDED.timezone`,
    [userId, JSON.stringify(channels), quiet?.from ?? null, quiet?.to ?? null, timezone],
  )
}
