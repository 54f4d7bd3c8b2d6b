import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundleFile } from '../engine/testing/bundleChild.ts'
import { type ImageReader, createImageReader } from '../platform/files/images.ts'
import { folderShelves } from '../platform/files/folderShelves.ts'
import { type Vault, openVault } from '../platform/files/vault.ts'
import type { SealingKeys } from '../platform/keys/sealingKeys.ts'
import type { Database } from '../platform/postgres/database.ts'

const worker = fileURLToPath(new URL('../platform/files/imageWorker.ts', import.meta.url))

/** The real image worker, built when the first image is read. */
function lazyImages(): ImageReader {
  let reader: Promise<ImageReader> | null = null
  return {
    read: async (bytes, sender, edgeMax) => {
      reader ??= bundleFile(worker).then((program) => createImageReader(pathToFileURL(program)))
      return (await reader).read(bytes, sender, edgeMax)
    },
  }
}

/** A vault in a folder that ends with the test. */
export async function openTestVault(
  database: Database,
  sealing: SealingKeys,
  onError: (error: unknown) => void,
): Promise<{ readonly vault: Vault; readonly folder: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'vault-'))
  const vault = openVault({
    shelves: folderShelves(folder),
    mark: 'test',
    database,
    sealing,
    images: lazyImages(),
    onError,
  })
  return {
    vault,
    folder,
    stop: async () => {
      await rm(folder, { recursive: true, force: true })
    },
  }
}
