package dev.oncemore.http.client;

import dev.oncemore.time.Time;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Looks up names of hosts under a limit of its own, before the JDK's client does so without one. Nothing interrupts a
 * look-up of the system, so each runs on a thread that may be left behind, at most one for each host.
 */
final class HostLookup {
    private static final int THREADS_MAX = 64;
    private static final int HOSTS_MAX = 1_000;
    /** Shorter than the JVM caches an address by default. */
    private static final Duration VALID_FOR = Duration.ofSeconds(10);

    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|.*:.*");

    private final Duration limit;
    private final Time time;
    private final Resolver resolver;
    private final Optional<ProxySelector> proxies;
    private final Map<String, CompletableFuture<Boolean>> running = new ConcurrentHashMap<>();
    /** By host, the clock reading until which its name need not be looked up. */
    private final Map<String, Long> validUntil = new ConcurrentHashMap<>();

    private final ThreadPoolExecutor threads =
            new ThreadPoolExecutor(0, THREADS_MAX, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                Thread thread = new Thread(task, "oncemore-dns");
                thread.setDaemon(true);
                return thread;
            });

    HostLookup(Duration limit, Time time, Resolver resolver, Optional<ProxySelector> proxies) {
        this.limit = limit;
        this.time = time;
        this.resolver = resolver;
        this.proxies = proxies;
    }

    /** Asks the system for the addresses of a host; replaced in tests. */
    @FunctionalInterface
    interface Resolver {
        InetAddress[] resolve(String host) throws UnknownHostException;
    }

    /** Ends when the name is known or unknown, which the JDK's client reports itself; fails after the limit. */
    CompletableFuture<Boolean> await(URI uri) {
        String host = uri.getHost();
        if (host == null || ADDRESS.matcher(host).matches() || isValid(host) || hasProxy(uri)) {
            return CompletableFuture.completedFuture(true);
        }
        CompletableFuture<Boolean> limited = new CompletableFuture<>();
        Time.Alarm alarm =
                time.alarm(limit.toNanos(), () -> limited.completeExceptionally(StepTimeoutException.dns(host, limit)));
        CompletableFuture<Boolean> lookup = running.computeIfAbsent(host, this::start);
        CompletableFuture<Boolean> unused = lookup.whenComplete((found, failure) -> {
            running.remove(host, lookup);
            alarm.cancel();
            limited.complete(true);
        });
        return limited;
    }

    private boolean isValid(String host) {
        Long until = validUntil.get(host);
        return until != null && until - time.nanoTime() > 0;
    }

    private boolean hasProxy(URI uri) {
        return proxies.isPresent()
                && proxies.get().select(uri).stream().anyMatch(proxy -> proxy.type() != Proxy.Type.DIRECT);
    }

    private CompletableFuture<Boolean> start(String host) {
        CompletableFuture<Boolean> lookup = new CompletableFuture<>();
        try {
            threads.execute(() -> lookUp(host, lookup));
        } catch (RejectedExecutionException e) {
            lookup.complete(false); // too many hosts hang; the JDK's client looks up this one
        }
        return lookup;
    }

    private void lookUp(String host, CompletableFuture<Boolean> lookup) {
        boolean found = false;
        try {
            found = resolver.resolve(host).length > 0;
            if (validUntil.size() >= HOSTS_MAX) {
                validUntil.clear();
            }
            validUntil.put(host, time.nanoTime() + VALID_FOR.toNanos());
        } catch (UnknownHostException | RuntimeException e) {
            // The JDK's client fails the same way, and says so.
        } finally {
            lookup.complete(found);
        }
    }
}
