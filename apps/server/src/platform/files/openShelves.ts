import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { StartRefusal, errorCode } from '../startRefusal.ts'
import { type Patience, bucketShelves, longPatience } from './bucketShelves.ts'
import { folderShelves } from './folderShelves.ts'
import type { Shelves } from './shelves.ts'

/** Where the settings say that files lie. Throws a StartRefusal. */
export function openShelves(
  { bucket, dataFolder }: Pick<Config, 'bucket' | 'dataFolder'>,
  patience: Patience,
): Shelves {
  if (bucket === null) return folderShelves(filesFolderOf(dataFolder))
  const { url, prefix, region, keyId, secret, authorities } = bucket
  return bucketShelves({
    url: new URL(url),
    prefix,
    region,
    keyId,
    secret,
    authorities: authorities === null ? null : readAuthorities(authorities),
    patience,
  })
}

/** The folder of files in a data folder, where there is no bucket. */
export function filesFolderOf(dataFolder: string): string {
  return join(dataFolder, 'files')
}

/** Runs a command with the shelves that the settings name. */
export async function withShelves<T>(
  config: Pick<Config, 'bucket' | 'dataFolder'>,
  work: (shelves: Shelves) => Promise<T>,
): Promise<T> {
  const shelves = openShelves(config, longPatience)
  try {
    return await work(shelves)
  } finally {
    shelves.close()
  }
}

function readAuthorities(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new StartRefusal(`The file of FILES_CA, ${path}, can't be read (${errorCode(error)}).`)
  }
}
