import type { Reason } from '@truemark/protocol/errors'
import { type Outcome, type SentFile, done, refused } from '../platform/http/call.ts'
import type { ImageSender } from '../platform/files/images.ts'
import { Media } from '../platform/http/media.ts'
import type { SupportPorts } from './ports.ts'

export type Purpose = 'chat' | 'ticket'

type Kept =
  | { readonly ok: true; readonly ids: readonly number[]; readonly drop: () => Promise<void> }
  | { readonly ok: false; readonly reason: Reason }

/** Reads pictures and keeps them as drafts: all of them or none. `drop` erases what came to nothing. */
export async function keepPictures(
  { vault, logger }: Pick<SupportPorts, 'vault' | 'logger'>,
  sender: ImageSender,
  purpose: Purpose,
  files: readonly SentFile[],
): Promise<Kept> {
  const ids: number[] = []
  const drop = async (): Promise<void> => {
    for (const id of ids) {
      await vault.drop(id).catch((error: unknown) => logger.warn({ err: error }, 'a picture was not dropped'))
    }
  }
  const keep = ({ bytes }: SentFile) =>
    vault.keepImage(bytes, sender, purpose).catch((error: unknown) => {
      logger.warn({ err: error }, 'a picture was not kept')
      return { ok: false, reason: 'upload_failed' } as const
    })
  // side by side: the reader of images lets through as many as the machine bears
  const all = await Promise.all(files.map(keep))
  for (const kept of all) if (kept.ok) ids.push(kept.id)
  const refusal = all.find((kept) => !kept.ok)
  if (refusal === undefined || refusal.ok) return { ok: true, ids, drop }
  await drop()
  return refusal
}

/** A picture, for whoever may see it: that is the caller's to know. */
export async function pictureOf(
  { ids, vault }: Pick<SupportPorts, 'ids' | 'vault'>,
  id: number,
  purpose: Purpose,
): Promise<Outcome<Media>> {
  const file = await vault.read(id, purpose)
  if (file === null) return refused('file_unknown')
  return done(new Media(file.type, file.bytes, `${purpose}-${ids.write('picture', id)}.jpg`))
}
