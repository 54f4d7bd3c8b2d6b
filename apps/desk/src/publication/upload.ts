import { timeoutSignal } from '@truemark/ui/device/signals'
import { ApiError, dataOf, readAnswer } from '@truemark/protocol/calling'
import { client } from '@truemark/protocol/client'
import { deskImageAdd } from '@truemark/protocol/routes/deskContent'
import { language } from '../data/language.ts'
import { session } from '../data/session.ts'

/** Sends an image for texts; gives the address under which a text shows it. Rejects with ApiError. */
export async function sendImage(file: File): Promise<string> {
  const form = new FormData()
  form.append('file', file)
  const headers = { lang: language.get(), authorization: `Bearer ${session.get()?.token ?? ''}` }
  try {
    const response = await fetch(deskImageAdd.path, {
      method: deskImageAdd.method,
      headers,
      body: form,
      signal: timeoutSignal(client.httpTimeoutMs),
    })
    const data = dataOf(response, await response.text())
    return readAnswer<typeof deskImageAdd.answer>(deskImageAdd.answer, deskImageAdd.path, data).address
  } catch (failure) {
    if (failure instanceof ApiError) throw failure
    throw new ApiError('network', 0, failure instanceof Error ? failure.message : String(failure))
  }
}
