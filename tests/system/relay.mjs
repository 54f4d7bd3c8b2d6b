import { connect } from 'node:net'

// Runs on a machine of a test's own network, and passes on there what comes in at sockets that the test has opened: over the
// line between both processes, since no network joins them.
process.on('message', (/** @type {{ port: number }} */ { port }, /** @type {import('node:net').Server} */ server) => {
  server.on('connection', (near) => {
    const far = connect(port, '127.0.0.1')
    const end = () => {
      near.destroy()
      far.destroy()
    }
    near.on('error', end).on('close', end).pipe(far)
    far.on('error', end).on('close', end).pipe(near)
  })
})
process.on('disconnect', () => process.exit())
