import type { InvestPorts } from '../invest/door.ts'

/** What launches stand on. */
export type IeoPorts = Omit<InvestPorts, 'indexOf' | 'simulated'>
