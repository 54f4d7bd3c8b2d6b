import { client } from '@truemark/protocol/client'
import type { ClientConfig } from '@truemark/protocol/routes/content'
import { configAnswer } from './configAnswer.ts'

export interface ConfigSource {
  readonly fetch: () => Promise<Response>
  readonly wait: (delayMs: number) => Promise<void>
}

const browserSource: ConfigSource = {
  fetch: configAnswer,
  wait: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
}

/** Reads /config.json; after a failure tries again three times, a second apart, then throws the last failure. */
export async function readClientConfig(source: ConfigSource = browserSource): Promise<ClientConfig> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const response = await source.fetch()
      if (!response.ok) throw new Error(`config.json: ${response.status}`)
      return configOf(await response.json())
    } catch (failure) {
      if (attempt >= client.configRetries) throw failure
      await source.wait(client.configRetryDelayMs)
    }
  }
}

function configOf(answer: unknown): ClientConfig {
  if (typeof answer === 'object' && answer !== null && 'webUrl' in answer && 'webSoketUrl' in answer) {
    const { webUrl, webSoketUrl } = answer
    if (typeof webUrl === 'string' && typeof webSoketUrl === 'string') return { webUrl, webSoketUrl }
  }
  throw new TypeError('config.json has not the shape of a configuration')
}

let reading: Promise<ClientConfig> | null = null

/** The configuration, read once; a failed reading is tried again by the next who asks. */
export function clientConfig(): Promise<ClientConfig> {
  reading ??= readClientConfig().catch((failure: unknown) => {
    reading = null
    throw failure
  })
  return reading
}
