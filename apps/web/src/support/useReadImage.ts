import { client } from '@truemark/protocol/client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { readImage, useHeldForm } from '../wallet/door.ts'

/** Reads images that somebody picked, made smaller where they are large; a fault is a sentence. 5 MB are allowed, inclusive. */
export function useReadImage(onRead: (image: Blob) => void) {
  const errors = useTranslations('errors')
  const notices = useTranslations('notices')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const faultOf = async (file: File): Promise<string | null> => {
    const found = await readImage(file, client.imageBytesMax).catch(() => null)
    if (found === null) return notices('fileUploadFailed')
    if (found.ok) {
      onRead(found.image.blob)
      return null
    }
    if (found.reason === 'uncompressed') return notices('fileCompressionFailed')
    if (found.reason === 'file_type_invalid') return notices('fileTypeInvalid')
    return found.reason === 'file_too_large' ? notices('fileTooLarge') : errors(found.reason)
  }
  const read = async (files: readonly File[], also?: string) => {
    setBusy(true)
    setFault(also)
    for (const file of files) {
      const sentence = await faultOf(file)
      if (sentence !== null) setFault(sentence)
    }
    setBusy(false)
  }
  useHeldForm(busy, fault !== undefined)
  return {
    busy,
    fault,
    /** @param also what is at fault beside the files themselves */
    read: (files: readonly File[], also?: string) => void read(files, also),
    forget: () => setFault(undefined),
  }
}
