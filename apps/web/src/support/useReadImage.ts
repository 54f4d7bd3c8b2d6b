import { client } from '@truemark/protocol/client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { readImage } from '../wallet/door.ts'

/** Reads an image that somebody picked, made smaller where it is large; a fault is a sentence. 5 MB are allowed, inclusive. */
export function useReadImage(onRead: (image: Blob) => void) {
  const errors = useTranslations('errors')
  const notices = useTranslations('notices')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const sentences: Record<string, string> = {
    file_type_invalid: notices('fileTypeInvalid'),
    file_too_large: notices('fileTooLarge'),
  }
  const work = async (file: File) => {
    setBusy(true)
    setFault(undefined)
    try {
      const found = await readImage(file, client.imageBytesMax)
      if (found.ok) onRead(found.image.blob)
      else if (found.reason === 'uncompressed') setFault(notices('fileCompressionFailed'))
      else setFault(sentences[found.reason] ?? errors(found.reason))
    } catch {
      setFault(notices('fileUploadFailed'))
    } finally {
      setBusy(false)
    }
  }
  return { busy, fault, read: (file: File) => void work(file), forget: () => setFault(undefined), setFault }
}
