/** Every bound of the ports that speak no HTTP, with its reason and what happens beyond it. */

/** Text of one body: what is read from a socket at once (512 KiB) and a message before it fit. */
export const framedTextBytes = 768 * 1024;
/** Messages of one body; a full one goes out. This bound keeps it below a large delivery. */
export const framesPerBodyMax = 16_384;
/**
 * Bodies of a listener, including those on their way: one is filled while others wait for the disk. Beyond: connections
 * are paused.
 */
export const deliveriesPerListenerMax = 4;
/** Those of them on their way that hold messages of one address, which may be much work. Beyond: it is paused. */
export const deliveriesPerAddressMax = deliveriesPerListenerMax - 1;
/** How long a body is filled while others are on their way, which may take long. */
export const collectMs = 100;
/** How soon a refused delivery is offered to the intake again, while its senders are paused. */
export const heldRetryMs = 50;
/** At a stop: how long refused deliveries are offered to the intake again. The rest of a stop needs the time. */
export const heldGiveUpMs = 1_000;

/** Bytes of one syslog message: 64 KiB of text and its header. Beyond, the rest is cut and counted. */
export const syslogMessageBytesMax = 80 * 1024;
/**
 * How long the latest line waits for more of its message, such as the frames of a stack trace, which senders write at
 * once. It delays storing by as much; bytes and lines of a message have bounds, too.
 */
export const heldLineMs = 100;
/** How long it waits in total while more comes without a pause. */
export const heldMessageMs = 2_000;
/**
 * One message of the forward protocol; Fluentd sends 8 MiB at a time by default. Beyond: the connection is closed,
 * since half a message is useless.
 */
export const forwardMessageBytesMax = 32 * 1024 * 1024;
/** An acknowledgement repeats the id of its chunk; Fluentd's have 24 bytes. Beyond: the connection is closed. */
export const chunkIdBytesMax = 128 * 1024;
/**
 * Replies that a peer does not read wait in memory: some thousand acknowledgements. Beyond, nothing more is read from
 * it until it has read them all.
 */
export const unsentRepliesMax = 64 * 1024;
/**
 * Connections on all these ports together where the system does not tell how many files may be open. Beyond: one that
 * never sent anything is closed, otherwise the new one.
 */
export const connectionsMax = 2_048;
/**
 * Connections from one address: enough for a gateway of many machines, while one runaway machine disturbs no other.
 * Beyond: they wait, and are closed when no other one ends.
 */
export const connectionsPerAddressMax = 256;
/** How long a connection beyond these bounds waits for another one to end before it is closed. */
export const connectionWaitMs = 3_000;
/** Connections of a port that wait in this way; the system queues as many. Beyond: closed at once. */
export const waitingConnectionsMax = 512;
/**
 * Bytes of all messages that have begun and not ended, on all connections. Beyond, the connection that wants more is
 * closed.
 */
export const unfinishedBytesMax = 64 * 1024 * 1024;
/** Of such memory that is no longer needed, so many pieces of these sizes are kept for the next messages. */
export const sparesMax = 4;
export const spareBytesMin = 64 * 1024;
export const spareBytesMax = 1024 * 1024;
/**
 * A connection that sends nothing for this long after it was opened is closed; one that has sent something may stay
 * silent.
 */
export const firstMessageSeconds = 60;
/** After this much silence the system probes the peer, and closes the connection when it is gone. */
export const keepAliveMs = 60_000;
/**
 * Connections that are refused or closed for one reason: the first is logged at once, the number of further ones after
 * this time.
 */
export const toldEveryMs = 10_000;
/** Reasons that are counted separately meanwhile; the others are counted together. */
export const toldReasonsMax = 32;
/** At a stop: how long a peer that was told of it may take to finish sending. */
export const farewellMs = 500;

/**
 * Datagrams that one system call reads: that makes calls cheap, and of the 16 MiB of memory small datagrams touch 1.
 */
export const datagramsAtOnce = 256;
/** Receive buffer that the system is asked for: 40 to 80 ms at 150,000 datagrams a second. */
export const udpBufferBytes = 16 * 1024 * 1024;
/**
 * Bodies of datagrams per socket that wait for the disk, some 50,000 datagrams of usual size. Beyond: the system queues
 * datagrams and counts those it drops.
 */
export const udpPlacesMax = 16;
/** A body of datagrams goes out after this time, or at once when no other is on its way. */
export const udpDeliveryMs = 5;
/** How long datagrams are collected while there are any: few system calls instead of one each. */
export const udpGatherMs = 1;
/** How long the thread sleeps while nothing arrives before it checks whether it should stop. */
export const udpIdleMs = 200;
/** How often the system is asked how many datagrams it dropped, and rejected ones are counted. */
export const udpCountMs = 1_000;
/** Peers whose permission to send is remembered; beyond, all are checked again. */
export const udpPeersMax = 65_536;
/**
 * Addresses whose rejected datagrams are counted separately within a second; the others are counted without an address.
 */
export const udpRejectedAddressesMax = 256;

/** Chunks of a GELF message, as its specification says; one of more is rejected. */
export const gelfChunksMax = 128;
/** How long the chunks of a GELF message may take, as its specification says. Then it is rejected. */
export const gelfChunksMs = 5_000;
/** GELF messages of which some chunks have come, and their bytes. Beyond, the one that began first is rejected. */
export const gelfUnfinishedMax = 4_096;
export const gelfUnfinishedBytesMax = 32 * 1024 * 1024;
/** One GELF document, after decompression. Beyond: rejected. */
export const gelfDocumentBytesMax = 512 * 1024;
/**
 * At a stop: how long received messages may wait for room. Then they are given up; the rest of a stop needs the time.
 */
export const udpStopMs = 1_500;

/**
 * Calls over gRPC whose message is on its way, in all and from one address: as many largest messages are 192 MB, and
 * half of them are left for others. Usual ones come in milliseconds. Beyond: UNAVAILABLE, after which collectors retry.
 */
export const grpcUnreadMax = 48;
export const grpcUnreadPerAddressMax = 24;
/** Time for the message of a call: the largest needs 140 KB/s. Beyond: DEADLINE_EXCEEDED, and it is forgotten. */
export const grpcMessageSeconds = 30;
