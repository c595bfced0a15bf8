package dev.oncemore.http.serve;

import jakarta.servlet.ServletContext;
import java.util.function.Consumer;

class TomcatAdmissionTest extends AdmissionContract {
    @Override
    ServletContainer start(Consumer<ServletContext> application) throws Exception {
        return ServletContainer.tomcat(application);
    }
}
