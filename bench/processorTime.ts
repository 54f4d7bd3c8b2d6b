import { readFileSync, readdirSync } from 'node:fs'

/** What a tick of the kernel's count of processor time is on every Linux that Node runs on. */
const tickSeconds = 0.01

/**
 * What a server and its sessions in Postgres have had of the processor so far, in seconds: the process `pid`, and the
 * backends that say in their title that they serve `database`. NaN where the system has no /proc.
 */
export function processorSeconds(pid: number, database: string): number {
  try {
    return readdirSync('/proc').reduce((sum, name) => sum + secondsOf(name, pid, database), 0)
  } catch {
    return Number.NaN
  }
}

function secondsOf(name: string, pid: number, database: string): number {
  if (!/^\d+$/.test(name)) return 0
  try {
    const command = readFileSync(`/proc/${name}/cmdline`, 'utf8')
    const serves = command.startsWith('postgres:') && command.includes(` ${database} `)
    if (Number(name) !== pid && !serves) return 0
    // the process's own name may hold spaces, so that fields are counted from behind it: 14 and 15 of proc(5)
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * tickSeconds
  } catch {
    // It has ended meanwhile.
    return 0
  }
}
