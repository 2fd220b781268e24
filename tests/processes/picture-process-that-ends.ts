// Stands in for the process that reads pictures: it ends as soon as it has one.
process.on('message', () => process.kill(process.pid, 'SIGKILL'))
process.send?.('ready')
