import type { Piece, PieceVersion } from '@truemark/protocol/routes/deskContent'
import type { Queryable } from '../platform/postgres/database.ts'
import { type PieceRow, type VersionRow, findLanguages } from './pieces.store.ts'
import type { PublicationPorts } from './ports.ts'

/** A piece as the desk sees it, with how it stands in each language now. */
export async function pieceShape(
  { database, ids, now }: PublicationPorts,
  row: PieceRow,
  client: Queryable = database,
): Promise<Piece> {
  const languages = await findLanguages(client, row.id, now())
  return {
    id: ids.write('news', row.id),
    kind: row.kind,
    title: row.title,
    created: row.createdAt,
    shown: row.shownAt,
    languages: languages.map(({ lang, newest, shown, withdrawn, scheduled }) => ({
      lang,
      version: newest,
      shown,
      withdrawn,
      scheduled: scheduled === null ? null : { version: scheduled.number, at: scheduled.at },
    })),
  }
}

/** A version as the desk lists it. */
export function versionShape({ number, title, author, createdAt, restoredFrom, shown }: VersionRow): PieceVersion {
  return { number, title, author, created: createdAt, restored_from: restoredFrom, shown: [...shown] }
}
