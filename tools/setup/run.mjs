import { spawn } from 'node:child_process'

const outputMax = 200_000

/**
 * @typedef {object} Run
 * @property {number} code exit code, 127 when the program isn't there
 * @property {string} output the end of what it said, at most 200 000 characters
 *
 * Runs a program to its end. Its signals are ours: Ctrl-C and SIGTERM end it too.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd: string, timeoutMs: number, env?: NodeJS.ProcessEnv, show?: boolean }} options
 * @returns {Promise<Run>}
 */
export function run(program, args, { cwd, timeoutMs, env = process.env, show = false }) {
  return new Promise((resolve) => {
    const shell = process.platform === 'win32' && !program.endsWith('.exe')
    const child = spawn(program, args, { cwd, env, shell, stdio: ['ignore', 'pipe', 'pipe'] })
    // Not spawn's own timeout: its timer outlives a program that isn't there, and keeps this process alive.
    const timer = setTimeout(() => child.kill('SIGTERM'), timeoutMs)
    let output = ''
    const take = (/** @type {Buffer} */ chunk) => {
      output = (output + chunk.toString()).slice(-outputMax)
      if (show) process.stdout.write(chunk)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    const stop = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal)
    process.once('SIGTERM', stop)
    process.once('SIGINT', stop)
    const end = (/** @type {number} */ code) => {
      clearTimeout(timer)
      process.off('SIGTERM', stop)
      process.off('SIGINT', stop)
      resolve({ code, output })
    }
    child.on('error', (error) => {
      output += `\n${error.message}`
      end(127)
    })
    child.on('close', (code, signal) => {
      if (signal === 'SIGINT' || signal === 'SIGTERM') output += `\nstopped by ${signal}`
      end(code ?? 1)
    })
  })
}
