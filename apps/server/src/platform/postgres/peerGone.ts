import type { Queryable } from './database.ts'

/**
 * Has the database end this session within five seconds where its machine is gone: by keep-alive where nothing is under way,
 * and by the limit for what is not acknowledged where something is, which else is sent again for a quarter of an hour.
 */
export async function endWithPeer(session: Queryable): Promise<void> {
  await session.query(`SELECT set_config('tcp_keepalives_idle', '2', false), set_config('tcp_keepalives_interval', '1', false),
    set_config('tcp_keepalives_count', '3', false), set_config('tcp_user_timeout', '5000', false)`)
}
