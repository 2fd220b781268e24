// Stands in for the process that reads pictures, and exits as soon as it gets one.
process.on('message', () => process.kill(process.pid, 'SIGKILL'))
process.send?.('ready')
