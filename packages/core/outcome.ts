import type { Answer } from './answer.ts'
import type { Rejection } from './result/result.ts'
import type { Event } from './vocabulary.ts'

/** What became of a command. */
export type Outcome =
  | {
      readonly ok: true
      readonly events: readonly Event[]
      /** Made when it is first read, where it follows from the events alone. */
      readonly answer: Answer
      /** The first answer's bytes where the command's key had been used before. */
      readonly repeated: Uint8Array | null
    }
  | { readonly ok: false; readonly rejection: Rejection }
