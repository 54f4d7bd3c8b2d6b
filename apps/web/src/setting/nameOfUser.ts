import type { UserInfo } from '@truemark/protocol/routes/identity'

/** What a person is called on their own screens: the nickname, else what they sign in with, else that they are a guest. */
export function nameOfUser(user: UserInfo | null, guest: string): string {
  if (user === null) return ''
  return user.nickname || user.account || guest
}
