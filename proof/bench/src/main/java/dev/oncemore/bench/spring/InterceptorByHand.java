package dev.oncemore.bench.spring;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/**
 * What teams write themselves: the key is inserted before the controller runs, and the response is added when it has run. It does
 * less than the starter: it compares no payloads, and a request that crashes keeps its key for ever.
 */
@ControllerAdvice
class InterceptorByHand implements HandlerInterceptor, ResponseBodyAdvice<Object> {
    private final JdbcTemplate jdbc;

    InterceptorByHand(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
            throws IOException {
        String key = request.getHeader(ShopApplication.KEY);
        try {
            jdbc.update("INSERT INTO request_key (key_value) VALUES (?)", key);
            return true;
        } catch (DuplicateKeyException e) {
            String recorded =
                    jdbc.queryForObject("SELECT response FROM request_key WHERE key_value = ?", String.class, key);
            response.setStatus(recorded == null ? HttpStatus.CONFLICT.value() : HttpStatus.OK.value());
            response.getWriter().write(recorded == null ? "in progress" : recorded);
            return false;
        }
    }

    @Override
    public boolean supports(MethodParameter returned, Class<? extends HttpMessageConverter<?>> converter) {
        return true;
    }

    @Override
    public @Nullable Object beforeBodyWrite(
            @Nullable Object body,
            MethodParameter returned,
            MediaType type,
            Class<? extends HttpMessageConverter<?>> converter,
            ServerHttpRequest request,
            ServerHttpResponse response) {
        jdbc.update(
                "UPDATE request_key SET response = ? WHERE key_value = ?",
                body,
                request.getHeaders().getFirst(ShopApplication.KEY));
        return body;
    }
}
