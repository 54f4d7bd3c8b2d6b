import { workerData } from 'node:worker_threads'
import {
  catalogueProjection,
  conversionProjection,
  holderProjection,
  ledgerProjection,
  transferProjection,
  usedKeyProjection,
} from './account/door.ts'
import { runProjectorThread } from './engine/projectorThread.ts'
import { spotProjection } from './spot/door.ts'
import { indexSampleProjection } from './transparency/door.ts'

/** Composition root of the projector's thread: every slice's read models. */
runProjectorThread(
  [
    catalogueProjection,
    holderProjection,
    ledgerProjection,
    transferProjection,
    conversionProjection,
    usedKeyProjection,
    spotProjection,
    indexSampleProjection,
  ],
  workerData,
)
