import { workerData } from 'node:worker_threads'
import { runProjectorThread } from './engine/projectorThread.ts'
import { projections } from './projections.ts'

/** Composition root of the projector's thread. */
runProjectorThread(projections, workerData)
