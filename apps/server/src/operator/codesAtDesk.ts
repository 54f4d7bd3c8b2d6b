import { hasSeenRealMoney } from '../account/door.ts'
import type { Post } from '../platform/mail/post.ts'
import type { Queryable } from '../platform/postgres/database.ts'

export interface CodesAtDeskPorts {
  readonly database: Queryable
  readonly post: Pick<Post, 'staysInOutbox'>
}

/**
 * Whether administrators may read the codes that no provider carries. An installation that is only tried out has no mail
 * server, and nobody could register without; once real money was ever on an account, a code is money, and nobody reads
 * it. While it is so, everyone is told.
 */
export async function codesAtDesk({ database, post }: CodesAtDeskPorts): Promise<boolean> {
  return post.staysInOutbox('email') && !(await hasSeenRealMoney(database))
}
