import { readNickname } from '@truemark/protocol/nickname'
import type { UserInfo } from '@truemark/protocol/routes/identity'
import { profileRoutes as routes } from '@truemark/protocol/routes/profile'
import type { KeptImage } from '../platform/files/vault.ts'
import { type Call, type Outcome, type SentFile, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { Media } from '../platform/http/media.ts'
import type { Caller } from '../platform/http/session.ts'
import type { IdentityPorts } from './identity.ts'
import { userInfoOf } from './login.ts'
import { lockAvatar, writeProfile } from './profile.store.ts'
import { personById } from './store.ts'

/** Binds how a person is named and shown. The real and the demo account of a person have one profile. */
export function bindProfile(gateway: Gateway, ports: IdentityPorts): void {
  const { database, ids, vault } = ports
  gateway.bind(routes.profileChange, (call) => changeProfile(ports, call))
  gateway.bind(routes.profileAvatar, async ({ caller, params }) => {
    const id = ids.read('avatar', params.id)
    const own = (await personById(database, caller.userId))?.avatarFile ?? null
    const file = id === null || id !== own ? null : await vault.read(id, 'avatar')
    return file === null ? refused('file_unknown') : done(new Media(file.type, file.bytes, 'avatar.jpg'))
  })
}

async function changeProfile(
  ports: IdentityPorts,
  { caller, body, files: [image] }: Call<typeof routes.profileChange>,
): Promise<Outcome<UserInfo>> {
  const { database } = ports
  const removed = body.avatar_removed === 'true'
  if (removed && image !== undefined) return refused('request_malformed')
  if (body.nickname === undefined && image === undefined && !removed) return refused('information_incomplete')
  const nickname = body.nickname === undefined ? null : readNickname(body.nickname)
  if (body.nickname !== undefined && nickname === null) return refused('nickname_invalid')
  const kept = image === undefined ? null : await keepPicture(ports, caller, image)
  if (kept?.ok === false) return refused(kept.reason)
  const avatarFile = removed ? null : kept?.id
  await replace(ports, caller.userId, { nickname, avatarFile }).catch(async (error: unknown) => {
    await dropPicture(ports, kept?.id ?? null)
    throw error
  })
  const person = await personById(database, caller.userId)
  return person === null ? refused('login_required') : done(await userInfoOf(ports, person, caller.realm))
}

async function keepPicture({ vault, logger }: IdentityPorts, caller: Caller, { bytes }: SentFile): Promise<KeptImage> {
  return vault.keepImage(bytes, caller, 'avatar').catch((error: unknown) => {
    logger.warn({ err: error }, 'a picture was not kept')
    return { ok: false, reason: 'upload_failed' }
  })
}

// the new picture lasts, and the old one ends, if and only if the profile changes
async function replace(
  ports: IdentityPorts,
  userId: number,
  change: { readonly nickname: string | null; readonly avatarFile: number | null | undefined },
): Promise<void> {
  const { database, vault } = ports
  const before = await database.transaction(async (client) => {
    const shown = await lockAvatar(client, userId)
    await writeProfile(client, userId, change)
    if (change.avatarFile === undefined) return null
    if (change.avatarFile !== null) await vault.use(client, change.avatarFile, 'avatar')
    if (shown !== null) await vault.release(client, shown)
    return shown
  })
  await dropPicture(ports, before)
}

/** Erases a picture that nothing shows any more; what fails is left to the vault's sweep. */
export async function dropPicture(
  { vault, logger }: Pick<IdentityPorts, 'vault' | 'logger'>,
  file: number | null,
): Promise<void> {
  if (file === null) return
  await vault.drop(file).catch((error: unknown) => logger.warn({ err: error }, 'a picture was not dropped'))
}
